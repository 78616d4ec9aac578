import type { Spec } from '../../backend/src/kinds/kind.js';

/** What most specifications of a type have; a kind of the demo states the rest. */
const COMMON = {
  options: [],
  required: false,
  filter: 'values',
  onCard: false,
  compared: true,
} satisfies Partial<Spec>;

export const NUMBER = { ...COMMON, type: 'number' } satisfies Partial<Spec>;
export const CHOICE = { ...COMMON, type: 'choice' } satisfies Partial<Spec>;
export const FLAG = { ...COMMON, type: 'flag' } satisfies Partial<Spec>;
