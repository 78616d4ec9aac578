import { expect, it } from 'vitest';
import { initialsOf } from './initials';

it.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['Ada King Lovelace', 'AK'],
  ['🦊 Fox', '🦊F'],
  ['Ada 👩‍🔧', 'A👩'],
  ['', ''],
])('the initials of %p are %p, whole characters', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
