import type { Types } from '@opensearch-project/opensearch';

export type Query = Types.Common_QueryDsl.QueryContainer;

export const allOf = (filter: Query[]): Query => ({ bool: { filter } });

export const anyOf = (should: Query[]): Query =>
  should.length === 1 ? should[0]! : { bool: { should, minimum_should_match: 1 } };
