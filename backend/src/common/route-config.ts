import { RouteConfig as SetRouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

const configs = new WeakMap<object, FastifyContextConfig>();

/** What a handler's route tells Fastify's hooks. Nest's own decorator replaces what another one has set; this one adds to it. */
export const RouteConfig =
  (config: FastifyContextConfig): MethodDecorator =>
  (target, key, descriptor) => {
    const handler = descriptor.value as object;
    const merged = { ...configs.get(handler), ...config };
    configs.set(handler, merged);
    SetRouteConfig(merged)(target, key, descriptor);
  };
