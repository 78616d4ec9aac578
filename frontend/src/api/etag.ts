/** Of a response, as `transformResponse` gets it. */
export type Meta = { response?: Response } | undefined;

/** The `ETag` of a response, which a change of what was read sends; the generated client does not show response headers. */
export const etagOf = (meta: Meta): string => meta?.response?.headers.get('etag') ?? '';
