import { describe, expect, it } from 'vitest';
import { similarKinds } from './similar-kinds';

const KINDS = ['cable', 'cooler', 'fan', 'hard-disk', 'power-supply', 'processor', 'ssd'];

describe('the kinds offered for a search that found nothing', () => {
  it.each([
    ['procesors', ['processor']],
    ['silent coolr', ['cooler']],
    ['HARD drive', ['hard-disk']],
    ['suply', ['power-supply']],
    ['cables', ['cable']],
    ['fun', []],
    ['ss', []],
    ['keyboard', []],
    ['', []],
  ])('of %j are %j', (q, kinds) => {
    expect(similarKinds(q, KINDS)).toEqual(kinds);
  });
});
