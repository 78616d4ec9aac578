import { expect, it } from 'vitest';
import { COUNTRIES, countryName } from './countries.js';

it('has each country once, by name', () => {
  const codes = COUNTRIES.map(({ code }) => code);
  expect(new Set(codes).size).toBe(249);
  expect(codes.slice(0, 3)).toEqual(['AF', 'AX', 'AL']);
  expect(COUNTRIES.every(({ code, name }) => name !== code)).toBe(true);
});

it.each([
  ['US', 'United States'],
  ['DE', 'Germany'],
  ['nowhere', 'nowhere'],
])('calls %s %s', (code, name) => {
  expect(countryName(code)).toBe(name);
});
