import { describe, expect, it } from 'vitest';
import { groupOf, meanwhile, problemOf, withGroup, withoutGroup, wordsIn } from './synonym-groups';

const group = (...words: string[]) => ({ words });
const GPU = group('gpu', 'graphics card');
const RAM = group('ram', 'memory', 'M.2');

describe('groups of synonyms', () => {
  it.each([
    ['', []],
    [' gpu ,graphics  card,', ['gpu', 'graphics card']],
    ['gpu; video card\ngpu', ['gpu', 'video card']],
  ])('%j has the words %j', (text, words) => {
    expect(wordsIn(text)).toEqual(words);
  });

  it('are changed in their place, and new ones come first', () => {
    expect(withGroup([GPU, RAM], RAM.words, ['ram'])).toEqual([GPU, group('ram')]);
    expect(withGroup([GPU], undefined, ['ssd'])).toEqual([group('ssd'), GPU]);
    // somebody else has removed it meanwhile
    expect(withGroup([GPU], RAM.words, ['ram'])).toEqual([group('ram'), GPU]);
    expect(withoutGroup([GPU, RAM], GPU.words)).toEqual([RAM]);
  });

  it.each([
    ['graphics card', GPU.words],
    ['m 2', RAM.words],
    ['card', undefined],
  ])('%j is in the group %j', (words, found) => {
    expect(groupOf([GPU, RAM], words)).toBe(found);
  });

  it.each([
    [undefined, [GPU], /is kept/, undefined],
    [RAM.words, [GPU, RAM], /is kept/, RAM.words],
    [RAM.words, [group('ram', 'memory')], /it is now: ram, memory\./, ['ram', 'memory']],
    [RAM.words, [GPU], /has removed/, undefined],
  ])('that somebody else has changed: of %j, now %j', (former, now, text, next) => {
    const found = meanwhile([RAM], now, former);
    expect(found.text).toMatch(text);
    expect(found.former).toEqual(next);
  });

  it('have the messages about their words at the field, and others as a sentence', () => {
    expect(problemOf({ 'groups.3.words': '“gpu” is in another group already.' }, 'Invalid')).toEqual({
      errors: { words: '“gpu” is in another group already.' },
      detail: 'Invalid',
    });
    expect(problemOf({ groups: 'Enter at most 500 groups.' }, 'Invalid')).toEqual({
      errors: {},
      detail: 'Enter at most 500 groups.',
    });
    expect(problemOf({}, 'Invalid')).toEqual({ errors: {}, detail: 'Invalid' });
  });
});
