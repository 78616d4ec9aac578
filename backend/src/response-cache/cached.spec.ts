import { afterAll, beforeAll, expect, it } from 'vitest';
import { Controller, Get, Req } from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { FastifyRequest } from 'fastify';
import { Cached } from './cached.js';
import { Limit } from '../common/rate-limit.js';
import { RouteConfig } from '../common/route-config.js';

@Controller()
class TestController {
  @Get('all')
  @Limit('signIn')
  @Cached({ shows: ['stock'] })
  @RouteConfig({ multipart: true })
  all(@Req() { routeOptions }: FastifyRequest) {
    return routeOptions.config;
  }

  @Get('one')
  @Limit('none')
  one(@Req() { routeOptions }: FastifyRequest) {
    return routeOptions.config;
  }
}

let app: NestFastifyApplication;

beforeAll(async () => {
  const module = await Test.createTestingModule({ controllers: [TestController] }).compile();
  app = await module.createNestApplication<NestFastifyApplication>(new FastifyAdapter()).init();
});
afterAll(() => app.close());

it('every decorator of a handler takes effect, on that handler alone', async () => {
  expect((await app.inject('/all')).json()).toMatchObject({
    limit: 'signIn',
    cached: { query: [], shows: ['stock'] },
    multipart: true,
  });
  const one = (await app.inject('/one')).json<object>();
  expect(one).toMatchObject({ limit: 'none' });
  expect(one).not.toHaveProperty('cached');
});
