import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** An RFC 9457 problem: the body of every error response, as `application/problem+json`. */
export class ProblemDto {
  /** Names the kind of problem; `about:blank` where the status says it all. */
  @ApiProperty({ example: 'urn:rapid:problem:not-enough-stock' })
  type!: string;

  /** The kind of problem in a few words, the same each time. */
  @ApiProperty({ example: 'Not enough stock' })
  title!: string;

  /** The HTTP status. */
  @ApiProperty({ example: 409, type: 'integer' })
  status!: number;

  /** What went wrong this time, for a person. */
  @ApiProperty({ example: 'Only 4 left' })
  detail!: string;

  /** The path that was called; absent when it could not be read. */
  @ApiPropertyOptional({ example: '/api/purchase' })
  instance?: string;

  /** Names this request in the server's logs; also in the `X-Request-Id` header. */
  @ApiProperty({ example: '0f8c3c1e-6b0a-4d57-9f59-1d1f3a1f7d11' })
  requestId!: string;

  /** For 400: each rejected field with its message. */
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { phone: 'Phone is Required' },
  })
  errors?: Record<string, string>;

  /** For 409 on a quantity: how many units can be ordered now. */
  @ApiPropertyOptional({ type: 'integer', example: 4 })
  available?: number;

  /** For 409 on a price: the current price in dollars. */
  @ApiPropertyOptional({ example: 49.9 })
  price?: number;

  /** For an API key without it (`missing-scope`): the scope that the call needs. */
  @ApiPropertyOptional({ example: 'orders:ship' })
  scope?: string;

  /** For a product that was taken off sale (`gone`): its kind, of which there may be others. */
  @ApiPropertyOptional({ example: 'ssd' })
  kind?: string;
}

const DESCRIPTIONS: Record<number, string> = {
  400: 'The request is malformed; `errors` names each rejected field.',
  401: 'No token or API key, or one that is expired, revoked, forged or of a removed user.',
  403: 'The caller may not do this; for an API key, `scope` names the scope that it lacks.',
  404: "There is no such thing, or it is someone else's.",
  409: 'The state of things forbids it; `detail` says why.',
  412: 'The thing has changed since the version named by `If-Match`.',
  413: 'The body is too large.',
  415: 'The body is of a kind that is not accepted.',
  422: 'A rule of the shop forbids it; `detail` says which.',
  428: 'The call edits what was read before, and `If-Match` does not name its version.',
  429: 'Too many calls; `Retry-After` says when to try again, in seconds.',
  500: 'The server failed; nothing is half done.',
  503: 'A service that this call needs is down.',
};

/** Documents the problems that a route can return. */
export function ApiProblems(...statuses: number[]) {
  return applyDecorators(
    ...statuses.map((status) =>
      ApiResponse({
        status,
        description: DESCRIPTIONS[status] ?? 'An error.',
        ...(status === 429 && {
          headers: {
            'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' as const } },
          },
        }),
        content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemDto) } } },
      }),
    ),
  );
}
