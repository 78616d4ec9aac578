import { createGunzip } from 'node:zlib';
import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../common/access.js';
import { IsId, Optional } from '../common/fields.js';
import { namesTag } from '../common/versions.js';
import { CONFIG, type Config } from '../config.js';
import { tagOf } from '../response-cache/encodings.js';
import { robotsText } from './robots.js';
import { SitemapService } from './sitemap.service.js';

class SitemapQuery {
  @Optional()
  @IsId()
  after?: string;
}

/** For crawlers, at the addresses where they look. */
@ApiExcludeController()
@Controller()
export class SeoController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sitemap: SitemapService,
  ) {}

  @Get('robots.txt')
  @Access('public')
  getRobots(@Res() reply: FastifyReply): void {
    void reply
      .header('Cache-Control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(robotsText(this.config.publicUrl));
  }

  @Get('sitemap.xml')
  @Access('public')
  async getSitemap(
    @Query() { after }: SitemapQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const zipped = await this.sitemap.document(after);
    const tag = `"${tagOf(zipped)}"`;
    void reply
      .header('Cache-Control', 'public, max-age=3600')
      .header('ETag', tag)
      .header('Vary', 'Accept-Encoding')
      .type('application/xml; charset=utf-8');
    if (namesTag(request.headers['if-none-match'], tag)) return void reply.status(304).send();
    if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
      return void reply.header('Content-Encoding', 'gzip').send(zipped);
    const unzip = createGunzip();
    unzip.end(zipped);
    void reply.send(unzip);
  }
}
