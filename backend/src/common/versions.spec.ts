import { describe, expect, it } from 'vitest';
import { etagOf, matchingVersion, namesVersion } from './versions.js';

describe('matchingVersion', () => {
  it.each([
    [undefined, {}],
    ['*', {}],
    [etagOf(7), { version: { $in: [7] } }],
    ['W/"7"', { version: { $in: [7] } }],
    ['"1", "2"', { version: { $in: [1, 2] } }],
    // a document written without a version
    [etagOf(undefined), { version: { $in: [0, null] } }],
    // what is no tag of ours matches nothing
    ['7', { version: { $in: [] } }],
    ['"abc"', { version: { $in: [] } }],
    ['', { version: { $in: [] } }],
    ['"-1"', { version: { $in: [] } }],
  ])('%p becomes %p', (header, condition) => {
    // the operator carries mongoose's mark of a trusted one, which the database does not see
    expect(JSON.parse(JSON.stringify(matchingVersion(header)))).toEqual(condition);
  });
});

describe('namesVersion', () => {
  it.each([
    [undefined, 7, true],
    ['*', 7, true],
    [etagOf(7), 7, true],
    [etagOf(6), 7, false],
    ['W/"7-gzip"', 7, true],
    ['"1", "7"', 7, true],
    // what is not there yet
    [etagOf(0), undefined, true],
    [etagOf(1), undefined, false],
    ['7', 7, false],
    ['', 0, false],
  ])('%p names version %p: %p', (header, version, expected) => {
    expect(namesVersion(header, version)).toBe(expected);
  });
});
