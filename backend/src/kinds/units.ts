/** A unit that numbers are stored in. */
export interface Unit {
  /** Its UN/CEFACT code (Recommendation 20), as schema.org's `unitCode` has it; absent where there is none. */
  code?: string;
  /** How many of it one of each unit is that is read, by their names in lower case. */
  from: Readonly<Record<string, number>>;
  /** Which of them a form names next to its own, as people write them. */
  also?: readonly string[];
  /** What is wrong with units that are confused with it: names in lower case for any case, others as they are written. */
  refused?: Readonly<Record<string, string>>;
}

const INCH = 25.4;
const BITS = 'counts bits, 8 of which are one byte; convert it.';
const BYTES = 'counts bytes of 8 bits each; convert it.';
const BITS_OR_BYTES = 'can mean bits or bytes; write MB/s or Mbit/s.';
const BINARY = 'is counted in steps of 1,024; give it in GB.';
/** By their names, which people read after the number. */
export const UNITS: Readonly<Record<string, Unit>> = {
  mm: {
    code: 'MMT',
    from: {
      mm: 1,
      millimetre: 1,
      millimetres: 1,
      millimeter: 1,
      millimeters: 1,
      cm: 10,
      m: 1_000,
      in: INCH,
      inch: INCH,
      inches: INCH,
      '"': INCH,
      "''": INCH,
      '″': INCH,
      '”': INCH,
    },
    also: ['cm', 'm', 'in'],
  },
  m: {
    code: 'MTR',
    from: { m: 1, metre: 1, metres: 1, meter: 1, meters: 1, cm: 0.01, mm: 0.001 },
    also: ['cm', 'mm'],
  },
  W: { code: 'WTT', from: { w: 1, watt: 1, watts: 1, kw: 1_000 }, also: ['kW'] },
  GB: {
    code: 'E34',
    from: { gb: 1, tb: 1_000, mb: 0.001, pb: 1_000_000 },
    also: ['TB', 'MB'],
    refused: { gib: BINARY, tib: BINARY, mib: BINARY, Gb: BITS, Tb: BITS, Mb: BITS },
  },
  MB: {
    code: '4L',
    from: { mb: 1, gb: 1_000, kb: 0.001 },
    refused: { gib: BINARY, mib: BINARY, kib: BINARY, Gb: BITS, Mb: BITS, Kb: BITS },
  },
  'MT/s': {
    from: { 'mt/s': 1, mts: 1, 'gt/s': 1_000 },
    also: ['GT/s'],
    refused: { mhz: 'is half of the transfers a second of DDR memory; give MT/s.' },
  },
  MHz: { code: 'MHZ', from: { mhz: 1, ghz: 1_000, khz: 0.001 }, also: ['GHz', 'kHz'] },
  GHz: { code: 'A86', from: { ghz: 1, mhz: 0.001 }, also: ['MHz'] },
  g: {
    code: 'GRM',
    from: { g: 1, gram: 1, grams: 1, kg: 1_000, lb: 453.592_37, lbs: 453.592_37, oz: 28.349_523_125 },
    also: ['kg', 'lb', 'oz'],
  },
  kg: {
    code: 'KGM',
    from: { kg: 1, g: 0.001, lb: 0.453_592_37, lbs: 0.453_592_37, oz: 0.028_349_523_125 },
    also: ['g', 'lb', 'oz'],
  },
  dB: { code: '2N', from: { db: 1, dba: 1, 'db(a)': 1 }, also: ['dB(A)'] },
  rpm: { code: 'RPM', from: { rpm: 1, '1/min': 1, 'r/min': 1, 'u/min': 1 } },
  V: {
    code: 'VLT',
    from: { v: 1, volt: 1, volts: 1, mv: 0.001 },
    also: ['mV'],
    refused: { MV: 'counts millions; write mV or V.' },
  },
  A: {
    code: 'AMP',
    from: { a: 1, ampere: 1, amperes: 1, ma: 0.001 },
    also: ['mA'],
    refused: { MA: 'counts millions; write mA or A.' },
  },
  'MB/s': {
    code: 'P95',
    from: { 'mb/s': 1, 'gb/s': 1_000, 'kb/s': 0.001 },
    also: ['GB/s'],
    refused: {
      'Mb/s': BITS,
      'Gb/s': BITS,
      'Kb/s': BITS,
      'mbit/s': BITS,
      'gbit/s': BITS,
      Mbps: BITS,
      Gbps: BITS,
      'mb/s': BITS_OR_BYTES,
      'gb/s': BITS_OR_BYTES,
    },
  },
  'Gbit/s': {
    code: 'B80',
    from: { 'gbit/s': 1, gbps: 1, 'gb/s': 1, 'mbit/s': 0.001, mbps: 0.001, 'mb/s': 0.001 },
    also: ['Mbit/s'],
    refused: {
      'GB/s': BYTES,
      'MB/s': BYTES,
      GBps: BYTES,
      MBps: BYTES,
      'gb/s': BITS_OR_BYTES,
      'mb/s': BITS_OR_BYTES,
    },
  },
  CFM: {
    code: '2L',
    from: { cfm: 1, 'ft³/min': 1, 'm³/h': 0.588_577_78, 'm3/h': 0.588_577_78 },
    also: ['m³/h'],
  },
  mmH2O: { code: 'HP', from: { mmh2o: 1, 'mmh₂o': 1, 'mm-h2o': 1 } },
  bit: { code: 'A99', from: { bit: 1, bits: 1, '-bit': 1 } },
  h: { code: 'HUR', from: { h: 1, hour: 1, hours: 1 } },
  TBW: { from: { tbw: 1, tb: 1, pbw: 1_000 } },
  '%': { code: 'P1', from: { '%': 1, percent: 1 } },
};

/** What may stand behind a number of a unit, itself first. */
export const acceptedUnits = (unit: string): string[] =>
  Object.hasOwn(UNITS, unit) ? [unit, ...(UNITS[unit]?.also ?? [])] : [];
