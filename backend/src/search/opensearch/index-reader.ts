import { createHash } from 'node:crypto';
import type { API } from '@opensearch-project/opensearch';
import type { ProductState } from '../../products/product-edit.dto.js';
import type { EngineCounts, EnginePage, EngineQuery, EngineSort, PageWanted } from '../search-engine.js';
import { LEAST_NUMBER } from '../words/numbers.js';
import type { Term } from '../words/alternatives.js';
import { boundedQuery } from './bounded-plan.js';
import { type Counted, countOfKind, countRequest, readCounts } from './facets.js';
import { ALL_WORDS, REMOVED } from './index-definition.js';
import type { Query } from './bool-query.js';
import { filtersOf, kindFilters } from './query.js';
import { rankedBy } from './ranking.js';
import type { Deadline, SearchServer } from './search-server.js';
import { keyOf, searchAfterOf, sortOf } from './sorts.js';
import { termFilter } from './words-query.js';

const MOST_SIMILAR = 50;
/** The nearest similar words that are looked at, of which the most frequent are taken. */
const SIMILAR_LOOKED_AT = 500;
/** A frequent word is also a typing error of another. */
const ANY_FREQUENCY = 2_000_000_000;

/** The same words are searched on the same copy of the index: copies weigh words slightly differently, and pages would overlap. */
const preferenceOf = ({ plan }: EngineQuery): { preference?: string } =>
  plan ? { preference: createHash('sha1').update(JSON.stringify(plan)).digest('hex').slice(0, 12) } : {};

/** Asks one index. */
export class IndexReader {
  constructor(
    private readonly server: SearchServer,
    private readonly index: string,
  ) {}

  async find(
    unbounded: EngineQuery,
    sort: EngineSort,
    page: PageWanted,
    deadline: Deadline,
  ): Promise<EnginePage> {
    const query = boundedQuery(unbounded);
    const number =
      query.number !== undefined && query.number.length >= LEAST_NUMBER ? query.number : undefined;
    const [ids, found] = await Promise.all([
      number === undefined ? [] : this.withNumber(number, query.filters.state, deadline),
      this.page(query, sort, page, number, deadline),
    ]);
    const isShared = ids.length > 1 && sort.by === 'relevance';
    // several have it: it is a word like any other
    const { rows, total } = isShared ? await this.page(query, sort, page, undefined, deadline) : found;
    return { rows, total, ...(ids.length === 1 && found.hasNumber && { exactId: ids[0]! }) };
  }

  private async page(
    query: EngineQuery,
    sort: EngineSort,
    { skip, size, after }: PageWanted,
    number: string | undefined,
    deadline: Deadline,
  ): Promise<EnginePage & { hasNumber: boolean }> {
    const filters = filtersOf(query);
    const { hits, aggregations } = await this.search(
      deadline,
      {
        query: sort.by === 'relevance' ? rankedBy(filters, query, number) : { bool: { filter: filters } },
        sort: sortOf(sort),
        track_total_hits: true,
        // the server skips no rows after a key
        ...(after ? { search_after: searchAfterOf(sort, after), size: skip + size } : { from: skip, size }),
        ...(number !== undefined && {
          aggs: { hasNumber: { filter: { term: { numbers: { value: number } } } } },
        }),
      },
      preferenceOf(query),
    );
    const rows = hits.hits.map(({ _id, sort: values }) => ({ id: _id!, key: keyOf(sort, values!) }));
    return {
      rows: after ? rows.slice(skip) : rows,
      total: (hits.total as { value: number }).value,
      hasNumber: ((aggregations?.['hasNumber'] as Counted | undefined)?.doc_count ?? 0) > 0,
    };
  }

  /** At most two of the products of a state with a number. */
  private async withNumber(number: string, state: ProductState, deadline: Deadline): Promise<string[]> {
    const filter = [{ term: { numbers: { value: number } } }, { term: { state: { value: state } } }];
    const { hits } = await this.search(deadline, {
      query: { bool: { filter } },
      size: 2,
      track_total_hits: false,
    });
    return hits.hits.map(({ _id }) => _id!);
  }

  async count(unbounded: EngineQuery, deadline: Deadline): Promise<EngineCounts> {
    const query = boundedQuery(unbounded);
    const result = await this.search(deadline, {
      ...countRequest(query),
      size: 0,
      track_total_hits: false,
    });
    const aggregations = result.aggregations as Record<string, unknown> as Record<string, Counted>;
    const counts = readCounts(query, aggregations);
    const { kind } = query.filters;
    // a kind that no product has, has no facets
    if (kind && countOfKind(aggregations) === 0 && !(await this.has(kindFilters(query.filters), deadline)))
      return { ...counts, specs: new Map() };
    return counts;
  }

  knows(term: Term, deadline: Deadline): Promise<boolean> {
    return this.has([termFilter(term)], deadline);
  }

  async similar(
    word: string,
    errors: number,
    deadline: Deadline,
  ): Promise<{ word: string; products: number }[]> {
    const term = {
      field: ALL_WORDS,
      suggest_mode: 'always',
      max_edits: errors,
      prefix_length: 0,
      min_word_length: 4,
      max_term_freq: ANY_FREQUENCY,
      size: SIMILAR_LOOKED_AT,
      shard_size: SIMILAR_LOOKED_AT,
    };
    const { suggest } = await this.search(deadline, {
      size: 0,
      suggest: { similar: { text: word, term } },
    });
    const [found] = (suggest?.['similar'] ?? []) as { options: { text: string; freq: number }[] }[];
    return (found?.options ?? [])
      .map(({ text, freq }) => ({ word: text, products: freq }))
      .toSorted((a, b) => b.products - a.products)
      .slice(0, MOST_SIMILAR);
  }

  private async has(filter: Query[], deadline: Deadline): Promise<boolean> {
    const { count } = await this.server.ask(deadline, (client, options) => {
      const query = { bool: { filter, must_not: [{ term: { state: { value: REMOVED } } }] } };
      return client.count({ index: this.index, terminate_after: 1, body: { query } }, options);
    });
    return count > 0;
  }

  private search(
    deadline: Deadline,
    body: API.Search_RequestBody,
    settings: { preference?: string } = {},
  ): Promise<API.Search_ResponseBody> {
    return this.server.ask(deadline, (client, options) =>
      client.search(
        {
          index: this.index,
          ...settings,
          allow_partial_search_results: false,
          body: { _source: false, ...body },
        },
        options,
      ),
    );
  }
}
