import { describe, expect, it } from 'vitest';
import { changedSearch } from '../lib/changed-search';
import { defineList, type AnyList } from './define-list';
import { tagOf } from './filters';
import {
  FROM_START,
  filterOf,
  listArg,
  readList,
  showsNewest,
  viewQuery,
  withDependents,
  withoutFilters,
} from './list-url';

interface Arg {
  page?: number;
  pageSize?: number;
  cursor?: string;
  q?: string;
  sort?: 'newest' | 'oldest' | 'total';
  status?: 'paid' | 'unpaid';
  customer?: string;
  from?: string;
  to?: string;
  minTotal?: number;
  maxTotal?: number;
  low?: boolean;
  days?: string;
}

const list = defineList<{ _id: string }, Arg>({
  name: 'orders',
  caption: 'Orders',
  noun: 'orders',
  columns: [
    {
      key: 'date',
      label: 'Date',
      render: () => '',
      sort: { ascend: { key: 'oldest', label: 'Oldest' }, descend: { key: 'newest', label: 'Newest' } },
    },
  ],
  sortLabels: [{ key: 'total', label: 'Total' }],
  search: { label: 'Search' },
  filters: [
    {
      kind: 'tabs',
      name: 'status',
      label: 'Status',
      any: 'All',
      options: [
        ['paid', 'Paid'],
        ['unpaid', 'Unpaid'],
      ],
    },
    { kind: 'text', name: 'customer', label: 'Customer' },
    { kind: 'dates', from: 'from', to: 'to', label: 'Date' },
    { kind: 'amounts', from: 'minTotal', to: 'maxTotal', label: 'Total' },
    { kind: 'toggle', name: 'low', label: 'Low stock' },
    {
      kind: 'select',
      name: 'days',
      label: 'Days',
      options: [
        ['7', 'Week'],
        ['30', 'Month'],
      ],
      fallback: '30',
    },
  ],
  sorts: ({ q }) => (q ? ['newest', 'oldest'] : ['newest', 'oldest', 'total']),
}) as unknown as AnyList;

const argOf = (search: string) => listArg(list, readList(list, search));
const plain = { days: '30', sort: 'newest', page: 1, pageSize: 20 };

describe('a list in the URL', () => {
  it.each([
    ['', {}],
    ['?q=fan&status=paid&page=3', { q: 'fan', status: 'paid', page: 3 }],
    ['?minTotal=10&maxTotal=99.50&low=true', { minTotal: 10, maxTotal: 99.5, low: true }],
    ['?from=2026-10-01&to=2026-10-31', { from: '2026-10-01', to: '2026-10-31' }],
    ['?days=7&sort=total&pageSize=50', { days: '7', sort: 'total', pageSize: 50 }],
    ['?page=500', { page: 500 }],
    [`?q=${'x'.repeat(250)}`, { q: 'x'.repeat(200) }],
  ])('%s is a call with %j', (search, expected) => {
    expect(argOf(search)).toEqual({ ...plain, ...expected });
    expect(readList(list, search).ignored).toEqual([]);
  });

  it('goes on by cursor instead of by page', () => {
    const { page: _none, ...rest } = plain;
    expect(argOf('?cursor=abc&after=10000&page=2')).toEqual({ ...rest, cursor: 'abc' });
    expect(readList(list, '?cursor=abc&after=10000').after).toBe(10_000);
  });

  it.each([
    ['?status=stolen', 'status'],
    ['?minTotal=cheap', 'minTotal'],
    ['?maxTotal=-1', 'maxTotal'],
    ['?from=2026-02-31', 'from'],
    ['?to=tomorrow', 'to'],
    ['?low=yes', 'low'],
    ['?sort=constructor', 'sort'],
    ['?page=501', 'page'],
    ['?page=-2', 'page'],
    ['?pageSize=1000', 'pageSize'],
    ['?colour=red', 'colour'],
  ])('leaves %s out and says so', (search, param) => {
    expect(argOf(search)).toEqual(plain);
    expect(readList(list, search).ignored.map((one) => one.param)).toEqual([param]);
  });

  it('falls back to the first sort that goes with the filters, and keeps the one asked for', () => {
    expect(readList(list, '?sort=total')).toMatchObject({ sort: 'total', refusedSort: undefined });
    expect(readList(list, '?sort=total&q=fan')).toMatchObject({ sort: 'newest', refusedSort: 'total' });
  });

  it('clears every filter, but neither sort nor page size', () => {
    const search = '?q=fan&status=paid&from=2026-10-01&colour=red&sort=total&pageSize=50&page=2&open=a';
    expect(changedSearch(search, withoutFilters(search)).toString()).toBe('sort=total&pageSize=50');
  });

  it('returns to page 1 when something changes', () => {
    const search = changedSearch('?page=4&sort=total&open=a', { ...FROM_START, status: 'paid' });
    expect(search.toString()).toBe('sort=total&status=paid');
  });

  it.each([
    ['?status=paid', 'Status: Paid'],
    ['?customer=ada', 'Customer: ada'],
    ['?from=2026-10-01&to=2026-10-31', 'Date: Oct 1, 2026 – Oct 31, 2026'],
    ['?from=2026-10-01', 'Date: from Oct 1, 2026'],
    ['?maxTotal=99.5', 'Total: up to $99.50'],
    ['?low=true', 'Low stock: yes'],
    ['?days=7', ''],
  ])('says of %s: %s', (search, text) => {
    const { values } = readList(list, search);
    const tags = (list.filters ?? []).flatMap((filter) => tagOf(filter, values));
    expect(tags.map(({ label, value }) => `${label}: ${value as string}`).join()).toBe(text);
  });

  it.each([
    ['', true],
    ['?sort=newest&pageSize=50&days=7&open=a', true],
    ['?q=fan', false],
    ['?status=paid', false],
    ['?minTotal=10', false],
    ['?sort=oldest', false],
    ['?page=2', false],
    ['?cursor=abc&after=10000', false],
  ])('%s shows what comes first: %s', (search, shows) => {
    expect(showsNewest(readList(list, search))).toBe(shows);
  });

  it('is not filtered by a value that is always there', () => {
    expect(readList(list, '?days=7').filtered).toBe(false);
    expect(readList(list, '?low=true').filtered).toBe(true);
  });

  it('refuses a declaration with two filters of one name', () => {
    const twice = { kind: 'text', name: 'customer', label: 'Customer' } as const;
    const declare = (filters: (typeof twice)[]) =>
      defineList<{ _id: string }, Arg>({
        name: 'twice',
        caption: '',
        noun: '',
        columns: [],
        filters,
      });
    expect(() => declare([twice, twice])).toThrow('customer');
  });
});

describe('a list that corrects words, with filters and sorts by what depends on a filter', () => {
  interface PartArg {
    q?: string;
    asTyped?: boolean;
    sort?: 'relevance' | 'newest' | 'oldest';
    sortSpec?: string;
    kind?: string;
    spec?: string;
  }
  const known = (text: string, isKnown: boolean) =>
    text
      .split(';')
      .filter((part) => part.startsWith('socket') === isKnown)
      .join(';');
  const parts = defineList<{ _id: string }, PartArg>({
    name: 'parts',
    caption: 'Parts',
    noun: 'parts',
    columns: [
      {
        key: 'socket',
        label: 'Socket',
        render: () => '',
        sort: {
          ascend: { key: 'spec.socket', label: 'Socket' },
          descend: { key: '-spec.socket', label: 'Socket, turned' },
        },
      },
    ],
    search: { label: 'Search', corrects: true },
    filters: [
      { kind: 'text', name: 'kind', label: 'Kind' },
      {
        kind: 'compound',
        name: 'spec',
        label: 'Specifications',
        read: (text) => ({ value: known(text, true), dropped: known(text, false) }),
        tags: (text) =>
          text.split(';').map((part, _at, all) => ({
            label: 'Socket',
            value: part,
            rest: all.filter((other) => other !== part).join(';'),
          })),
        Input: () => null,
      },
    ],
    sorts: ({ q }) => [...(q ? (['relevance'] as const) : []), 'newest', 'spec.socket', '-spec.socket'],
    sortLabels: [
      { key: 'relevance', label: 'Best match' },
      { key: 'newest', label: 'Newest' },
    ],
    sortArg: (sort) => (sort.includes('spec.') ? { sortSpec: sort.replace('spec.', '') } : { sort }),
    sortNeeds: (sort) => (sort.includes('spec.') ? 'kind' : undefined),
  }) as unknown as AnyList;
  const read = (search: string) => readList(parts, search);

  it('calls for what was typed, when asked to', () => {
    const state = read('?q=motherbord&asTyped=true');
    expect(listArg(parts, state)).toMatchObject({ q: 'motherbord', asTyped: true, sort: 'relevance' });
    expect(viewQuery(state)).toBe('q=motherbord&asTyped=true');
    expect(withDependents(parts, '', { q: 'board' })).toEqual({ q: 'board', asTyped: undefined });
    expect(withDependents(parts, '', { kind: 'fan' })).toEqual({ kind: 'fan' });
    expect(read('?asTyped=true').ignored).toEqual([{ param: 'asTyped', value: 'true' }]);
    expect(readList(list, '?q=a&asTyped=true').ignored).toHaveLength(1);
  });

  it('sorts by what a filter names, as long as that is there', () => {
    const arg = listArg(parts, read('?kind=cpu&sort=-spec.socket'));
    expect(arg).toMatchObject({ kind: 'cpu', sortSpec: '-socket' });
    expect(arg).not.toHaveProperty('sort');
    expect(filterOf(arg)).toEqual({ kind: 'cpu' });
    const search = '?kind=cpu&sort=-spec.socket';
    expect(withDependents(parts, search, { kind: 'fan' })).toEqual({ kind: 'fan', sort: undefined });
    expect(withDependents(parts, search, { spec: undefined })).toEqual({ spec: undefined });
    expect(withDependents(parts, '?sort=newest', { kind: 'fan' })).toEqual({ kind: 'fan' });
    const cleared = withDependents(parts, search, withoutFilters(search));
    expect(changedSearch(search, cleared).toString()).toBe('');
  });

  it('takes what it knows of several filters in one parameter, and says what it does not', () => {
    const state = read('?spec=socket:AM5;colour:red');
    expect(state.values.spec).toBe('socket:AM5');
    expect(state.ignored).toEqual([{ param: 'spec', value: 'colour:red', kept: 'socket:AM5' }]);
    expect(read('?spec=colour:red')).toMatchObject({
      values: {},
      ignored: [{ param: 'spec', value: 'colour:red' }],
      filtered: false,
    });
  });

  it('has a tag for each of several filters in one parameter', () => {
    const { values } = read('?spec=socket:AM5;socket2:AM4');
    const tags = (parts.filters ?? []).flatMap((filter) => tagOf(filter, values));
    expect(tags.map(({ changes }) => changes)).toEqual([{ spec: 'socket2:AM4' }, { spec: 'socket:AM5' }]);
  });
});
