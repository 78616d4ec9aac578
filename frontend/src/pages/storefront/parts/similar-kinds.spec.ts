import { describe, expect, it } from 'vitest';
import { mergedKinds, wordsToAsk } from './similar-kinds';

describe('the kinds offered for a search that found nothing', () => {
  it.each([
    ['psu xylophone', ['psu', 'xylophone']],
    ['  HDD  hdd qqqq', ['hdd', 'qqqq']],
    ['a b cd 1000 --', []],
    ['one two three four five', ['one', 'two', 'three', 'four']],
    ['', []],
  ])('of %j are those of %j', (q, words) => expect(wordsToAsk(q)).toEqual(words));

  it('are at most three, each once', () => {
    const [fan, ssd, cable, cooler] = ['fan', 'ssd', 'cable', 'cooler'].map((slug) => ({
      slug,
      label: slug,
    }));
    expect(mergedKinds([[fan!, ssd!], [], [ssd!, cable!, cooler!]])).toEqual([fan, ssd, cable]);
    expect(mergedKinds([])).toEqual([]);
  });
});
