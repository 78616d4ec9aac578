import { describe, expect, it } from 'vitest';
import { similarKinds } from './similar-kinds';

const KINDS = ['Cables', 'CPU coolers', 'Fans', 'Hard disks', 'Power supplies', 'Processors', 'SSDs'].map(
  (label) => ({
    slug: label,
    label,
    group: '',
  }),
);

describe('the kinds offered for a search that found nothing', () => {
  it.each([
    ['procesors', ['Processors']],
    ['silent coolr', ['CPU coolers']],
    ['HARD drive', ['Hard disks']],
    ['suplies', ['Power supplies']],
    ['cables', ['Cables']],
    ['fun', []],
    ['ss', []],
    ['keyboard', []],
    ['', []],
  ])('of %j are %j', (q, kinds) => {
    expect(similarKinds(q, KINDS).map(({ label }) => label)).toEqual(kinds);
  });
});
