import { applyDecorators, type Type } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';
import { RouteConfig } from '../common/route-config.js';
import type { Shown } from './catalogue-revision.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's responses are cached. */
    cached?: {
      /** The names of the query parameters that a response depends on, in order. */
      query: string[];
      /** Whether a request with another parameter is refused, as the API's calls do; pages ignore it. */
      isStrict?: boolean;
      /** The changes that it depends on. */
      shows: readonly Shown[];
    };
  }
}

/**
 * Caches the responses of a public GET route. They must depend on nothing but the path, the parameters of `Query`, and the
 * changes named in `shows`, which `CatalogueRevision` counts.
 */
export const Cached = ({ Query, shows }: { Query?: Type<unknown>; shows: Shown[] }) => {
  const fields = Query ? getMetadataStorage().getTargetValidationMetadatas(Query, '', false, false) : [];
  const query = [...new Set(fields.map(({ propertyName }) => propertyName))].sort();
  return applyDecorators(
    RouteConfig({ cached: { query, isStrict: true, shows } }),
    ApiResponse({
      status: 304,
      description: 'Unchanged since the response whose `ETag` is in `If-None-Match`.',
    }),
  );
};
