import { describe, expect, it } from 'vitest';
import type { SearchDocument } from '../search-document.js';
import { planOf } from '../words/query-plan.js';
import { EXACT, FOUND, NAMED } from './matches.js';
import { WordIndex } from './word-index.js';

const document = (name: string, { description = '', numbers = [] as string[] } = {}): SearchDocument => ({
  id: name,
  changes: 1,
  version: 1,
  state: 'on-sale',
  kind: '',
  availability: 'orderable',
  priceCents: 100,
  createdAt: 0,
  availableQ: 1,
  name,
  specs: {},
  numbers,
  external: [],
  texts: { name, kind: '', numbers: '', maker: '', specs: '', description },
});

const flagsOf = (index: WordIndex, typed: string): number[] => [
  ...index.find(planOf(typed, []), false).flags,
];

describe('the index of words', () => {
  it.each([
    ['tarn fan', [FOUND | NAMED | EXACT, 0, 0]],
    ['tar', [FOUND | NAMED, 0, FOUND]],
    // one word as it is and one as a beginning, one word in the name and one elsewhere
    ['fell quie', [0, FOUND, 0]],
    ['fell', [0, FOUND | NAMED | EXACT, FOUND | EXACT]],
    ['fell tarn', [0, 0, FOUND | EXACT]],
    ['tx15', [0, FOUND | NAMED, 0]],
    ['TX-15 00', [0, FOUND | NAMED | EXACT, 0]],
    ['tarn tx1500', [0, 0, 0]],
  ])('finds %s', (typed, flags) => {
    const index = new WordIndex();
    index.add(document('tarn fan'));
    index.add(document('fell case', { description: 'quiet', numbers: ['tx1500'] }));
    index.add(document('gill cable', { description: 'of fell and tarn' }));
    expect(flagsOf(index, typed)).toEqual(flags);
  });

  it('keeps nothing of what is removed, also where its number is used again', () => {
    const index = new WordIndex();
    const id = index.add(document('tarn fan', { numbers: ['tx1500'] }));
    index.add(document('fell fan'));
    index.remove(id);
    expect(index.knows({ text: 'ta', isPrefix: true })).toBe(false);
    expect(index.knows({ text: 'tx1500', isPrefix: false })).toBe(false);
    expect(index.similar('fam', 1)).toEqual([{ word: 'fan', products: 1 }]);
    expect(index.add(document('gill cable'))).toBe(id);
    expect(flagsOf(index, 'tarn')).toEqual([0, 0]);
    expect(flagsOf(index, 'gill')).toEqual([FOUND | NAMED | EXACT, 0]);
  });
});
