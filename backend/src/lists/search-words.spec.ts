import { describe, expect, it } from 'vitest';
import { freeText, matchesTokens, searchFieldsOf, wordsOf } from './search-words.js';

const WORDS = ['a', 'ssd', 'serv', 'serve', 'server', 'service', 'serverless', 'überlänge', '480'];
const ID = '665f1c2ab8d4e1a2b3c4d5e6';

/** Whether a document of these texts has what the conditions ask for. */
function matches(texts: string[], typed: string): boolean {
  const { words, tokens } = searchFieldsOf(...texts);
  return (
    matchesTokens(typed) as { tokens?: string; words?: { $elemMatch: { $gte: string; $lt: string } } }[]
  ).every(({ tokens: token, words: range }) =>
    range
      ? words.some((word) => word >= range.$elemMatch.$gte && word < range.$elemMatch.$lt)
      : tokens.includes(token!),
  );
}

describe('a search by words', () => {
  it('finds the documents in which each typed word begins some word, and no others', () => {
    const words = wordsOf(...WORDS, ID);
    const typed = words.flatMap((word) => Array.from(word, (_letter, at) => word.slice(0, at + 1)));
    for (const text of [...WORDS, ID])
      for (const prefix of [...typed, `${ID}7`, 'x'])
        expect([text, prefix, matches([text], prefix)]).toEqual([
          text,
          prefix,
          wordsOf(text)[0]!.startsWith(prefix),
        ]);
  });

  it('takes several words, in any case and without accents, from all texts', () => {
    expect(matches(['Northbeam 480', 'ssd', 'Für Wärme'], 'WARM north SS')).toBe(true);
    expect(matches(['Northbeam 480', 'ssd'], 'north hdd')).toBe(false);
    expect(matchesTokens(' .* ')).toEqual([]);
    expect(matchesTokens(undefined)).toEqual([]);
  });

  it('takes every word that identifies a document, and the first 80 of a free text', () => {
    const many = Array.from({ length: 100 }, (_, n) => `word${n}`).join(' ');
    expect(searchFieldsOf(many, 'ada@example.com').words).toHaveLength(103);
    expect(searchFieldsOf('NB-480', freeText(many)).words).toEqual([
      'nb',
      '480',
      ...many.split(' ').slice(0, 80),
    ]);
  });

  it('takes less than five index entries a word', () => {
    const { words, tokens } = searchFieldsOf(
      'Northbeam 480 SSD',
      'ssd',
      'A quiet, sealed drive for light servers; it stays cool in daily use and comes with screws.',
    );
    expect(tokens.length).toBeLessThan(5 * words.length);
  });
});
