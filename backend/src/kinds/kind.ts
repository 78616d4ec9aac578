/** What a kind of part is made of: which specifications its parts have, and how each is read, shown and filtered. Pure. */

export const SPEC_TYPES = ['number', 'choice', 'choices', 'flag', 'text'] as const;
export type SpecType = (typeof SPEC_TYPES)[number];

export const SPEC_FILTERS = ['values', 'range', 'none'] as const;
export type SpecFilter = (typeof SPEC_FILTERS)[number];

/** What 0 of a number says: that there is none (0 fans), or that nobody entered it. */
export const ZERO_MEANINGS = ['none', 'unknown'] as const;
export type ZeroMeaning = (typeof ZERO_MEANINGS)[number];

/** A value that a choice can have. */
export interface SpecOption {
  /** What is stored and what programs send: `[A-Za-z0-9._-]`. */
  value: string;
  /** What people read. */
  label: string;
  /** Other names of the same: `TR4` of `sTR4`. Read wherever a value is, never shown. */
  aliases: string[];
}

export interface Spec {
  /** Names it in the API and in files (`spec.lengthMm`); unique within its kind, and never changed. */
  key: string;
  label: string;
  /** The heading that it stands under in the table of a part; '' for none. */
  group: string;
  type: SpecType;
  /** Of a number: one of `UNITS`, in which it is stored and shown; absent where it counts something. */
  unit?: string;
  /** Of a number, in its unit, both included. */
  min?: number;
  max?: number;
  /** Of a number: the most decimals; 0 unless set. */
  decimals?: number;
  /** Of a number: what 0 means; absent where 0 is a number like any other, or out of its bounds. */
  zero?: ZeroMeaning;
  /** Of a choice or choices, in the order in which they are shown; empty for other types. */
  options: SpecOption[];
  /** Whether a part has to have it. Parts from before it was required are left as they are until they are edited. */
  required: boolean;
  /** How the storefront filters by it: by its values, by a range of a number, or not. */
  filter: SpecFilter;
  /** Whether cards show it; at most three of a kind. */
  onCard: boolean;
  /** Whether parts are compared by it. */
  compared: boolean;
}

export interface Kind {
  /** Names it in addresses and in the API: `graphics-card`. Never changed. */
  slug: string;
  /** What one part of it is called: `Graphics card`. */
  label: string;
  /** What several are called: `Graphics cards`. */
  plural: string;
  /** What it is listed under, one level: `Storage`; '' for none. */
  group: string;
  /** Other texts that meant this kind, in lower case: a `?kind=` of these leads to it, and files may have them. */
  aliases: string[];
  specs: Spec[];
}

/** The value of a specification as it is stored: numbers in the specification's unit, choices by their options' values. */
export type SpecValue = number | string | string[] | boolean;
/** By the keys of the specifications; what is not known is not there. */
export type Specs = Record<string, SpecValue>;

export const MAX_KINDS = 100;
export const MAX_SPECS = 60;
export const MAX_OPTIONS = 300;
export const MAX_ALIASES = 30;
export const MAX_ON_CARD = 3;
export const MAX_SPEC_TEXT = 200;
export const MAX_LABEL = 60;

export const SLUG_PATTERN = /^[a-z0-9][a-z0-9-]{0,39}$/;
export const KEY_PATTERN = /^[a-z][A-Za-z0-9]{0,39}$/;
export const OPTION_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
