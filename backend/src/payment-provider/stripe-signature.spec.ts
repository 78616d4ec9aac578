import { describe, expect, it } from 'vitest';
import { isPlausibleSignature, SIGNATURE_TOLERANCE_S } from './stripe-signature.js';

const NOW_S = 1_800_000_000;
const HASH = 'a'.repeat(64);

describe('isPlausibleSignature', () => {
  it.each([
    [`t=${NOW_S},v1=${HASH}`, true],
    [`t=${NOW_S},v1=${HASH},v1=${'b'.repeat(64)},v0=x`, true],
    [`t=${NOW_S - SIGNATURE_TOLERANCE_S},v1=${HASH}`, true],
    [`t=${NOW_S - SIGNATURE_TOLERANCE_S - 1},v1=${HASH}`, false],
    [`t=1,v1=${HASH}`, false],
    [`t=${NOW_S}`, false],
    [`v1=${HASH}`, false],
    [`t=${NOW_S},v1=0`, false],
    [`t=soon,v1=${HASH}`, false],
    ['nonsense', false],
    ['', false],
    [undefined, false],
  ])('of %s is %s', (header, expected) => {
    expect(isPlausibleSignature(header, NOW_S * 1_000)).toBe(expected);
  });
});
