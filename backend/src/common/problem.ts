import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse } from '@nestjs/swagger';
import { ID_SCHEMA } from './fields.js';
import { PROBLEM_TYPES, type ProblemType } from './problem-codes.js';

/** An order that a problem names. */
export class OrderInUseDto {
  @ApiProperty({ ...ID_SCHEMA, example: '665f1c2ab8d4e1a2b3c4d5e8' })
  _id!: string;

  @ApiProperty({ example: 'RM-7F4K-29QX' })
  number!: string;
}

/** An RFC 9457 problem: the body of every error response, as `application/problem+json`. */
export class ProblemDto {
  /** Names the kind of problem, as docs/api.md lists them; `about:blank` where the status says it all. */
  @ApiProperty({
    enum: PROBLEM_TYPES,
    enumName: 'ProblemType',
    example: 'urn:rapid:problem:not-enough-stock',
  })
  type!: ProblemType;

  /** The kind of problem in a few words, the same each time. */
  @ApiProperty({ example: 'Not enough stock' })
  title!: string;

  /** The HTTP status. */
  @ApiProperty({ example: 409, type: 'integer' })
  status!: number;

  /** What went wrong this time, for a person: one sentence. */
  @ApiProperty({ example: 'Only 4 units are left.' })
  detail!: string;

  /** The path that was called; absent when it could not be read. */
  @ApiPropertyOptional({ example: '/api/purchase' })
  instance?: string;

  /** Names this request in the server's logs; also in the `X-Request-Id` header. */
  @ApiProperty({ example: '0f8c3c1e-6b0a-4d57-9f59-1d1f3a1f7d11' })
  requestId!: string;

  /** Each rejected field with the rule that it breaks, for a person. */
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { pageSize: 'Enter at most 100.' },
  })
  errors?: Record<string, string>;

  /** For 409 on a quantity: how many units can be ordered now. */
  @ApiPropertyOptional({ type: 'integer', example: 4 })
  available?: number;

  /** For 409 on a price: the current price in dollars. */
  @ApiPropertyOptional({ example: 49.9 })
  price?: number;

  /** For 409 on an external id of orders: the order that has it. */
  @ApiPropertyOptional({ type: OrderInUseDto })
  order?: OrderInUseDto;

  /** For an API key without it (`missing-scope`): the scope that the call needs. */
  @ApiPropertyOptional({ example: 'orders:ship' })
  scope?: string;

  /** For a product that was taken off sale (`gone`): its kind, of which there may be others. */
  @ApiPropertyOptional({ example: 'ssd' })
  kind?: string;
}

/** The responses with problems: each status has one description, and a name among the document's components. */
export const PROBLEM_RESPONSES: Record<number, { name: string; description: string }> = {
  400: { name: 'BadRequest', description: 'The request is malformed; `errors` names each rejected field.' },
  401: {
    name: 'NotSignedIn',
    description: 'No token or API key, or one that is expired, revoked, forged or of a removed user.',
  },
  403: {
    name: 'NotAllowed',
    description: 'The caller may not do this; for an API key, `scope` names the scope that it lacks.',
  },
  404: { name: 'NotFound', description: "There is no such thing, or it is someone else's." },
  408: { name: 'RequestTimeout', description: 'The request did not come to its end in time.' },
  409: { name: 'Conflict', description: 'The state of things forbids it; `detail` says why.' },
  412: {
    name: 'StaleVersion',
    description: 'The thing has changed since the version named by `If-Match`.',
  },
  413: {
    name: 'TooLarge',
    description: 'The body is too large, has too many values or is nested too deeply.',
  },
  415: { name: 'UnsupportedMediaType', description: 'The body is of a kind that is not accepted.' },
  422: { name: 'RuleViolated', description: 'A rule of the shop forbids it; `detail` says which.' },
  428: {
    name: 'VersionRequired',
    description: 'The call edits what was read before, and `If-Match` does not name its version.',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many calls; `Retry-After` says when to try again, in seconds.',
  },
  431: { name: 'HeadersTooLarge', description: 'There are too many headers, or they are too long.' },
  500: { name: 'ServerError', description: 'The server failed; nothing is half done.' },
  503: { name: 'Unavailable', description: 'A service that this call needs is down or overloaded.' },
};

/** Documents the problems that a route can return. Their descriptions are the document's own. */
export const ApiProblems = (...statuses: number[]) =>
  applyDecorators(...statuses.map((status) => ApiResponse({ status })));
