import { applyDecorators, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiResponse } from '@nestjs/swagger';
import { getMetadataStorage } from 'class-validator';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's responses are cached. */
    cached?: {
      /** The names of the query parameters that a response depends on, in order. */
      query: string[];
      /** Whether it depends on the units in stock. */
      showsStock: boolean;
    };
  }
}

/**
 * Caches the responses of a public GET route. They must depend on nothing but the path, the parameters of `Query`, and what
 * `CatalogueRevision` counts: products, reviews and, with `showsStock`, the units in stock.
 */
export const Cached = ({ Query, showsStock }: { Query?: Type<unknown>; showsStock: boolean }) => {
  const fields = Query ? getMetadataStorage().getTargetValidationMetadatas(Query, '', false, false) : [];
  const query = [...new Set(fields.map(({ propertyName }) => propertyName))].sort();
  return applyDecorators(
    RouteConfig({ cached: { query, showsStock } }),
    ApiResponse({
      status: 304,
      description: 'Unchanged since the response whose `ETag` is in `If-None-Match`.',
    }),
  );
};
