import { expect, test } from 'vitest';
import { testOptions } from './test-options.mjs';

const ALL = { checks: true, specs: true, journeys: true, memory: true };

test.each([
  [[], { ...ALL, long: false, patterns: [] }],
  [['--long'], { ...ALL, long: true }],
  [['--specs'], { checks: false, specs: true, journeys: false, memory: false }],
  [['--journeys'], { checks: false, specs: false, journeys: true, memory: true }],
  // a pattern finds specs and journeys
  [
    ['sign-in', 'stock'],
    { checks: false, specs: true, journeys: true, memory: false, patterns: ['sign-in', 'stock'] },
  ],
  [['--specs', 'stock'], { checks: false, specs: true, journeys: false, patterns: ['stock'] }],
  // what cannot be divided is the first part's
  [['--shard=1/2'], { ...ALL, shard: '1/2' }],
  [['--shard', '2/2'], { checks: false, specs: true, journeys: true, memory: false, shard: '2/2' }],
])('npm test -- %p', (args, options) => {
  expect(testOptions(args)).toMatchObject(options);
});

test.each([
  [['--fast'], /--fast/],
  [['--specs=api'], /--specs/],
  [['--shard'], /--shard/],
  [['--shard=3/2'], /3\/2/],
  [['--shard=0/2'], /0\/2/],
  [['--shard=two'], /two/],
  [['--specs', '--journeys'], /exclude each other/],
  [['(stock'], /\(stock/],
])('npm test -- %p is refused', (args, message) => {
  expect(() => testOptions(args)).toThrow(message);
});
