import type { SaveSpecDto } from '../../../api/generated-admin';

type Unit = NonNullable<SaveSpecDto['unit']>;

/** Units that numbers are stored in, and what each is called where its sign does not say it. */
export const UNITS: Readonly<Record<Unit, string>> = {
  mm: 'millimetres',
  m: 'metres',
  W: 'watts',
  GB: 'gigabytes',
  MB: 'megabytes',
  'MT/s': 'megatransfers a second',
  MHz: 'megahertz',
  GHz: 'gigahertz',
  g: 'grams',
  kg: 'kilograms',
  dB: 'decibels',
  rpm: 'turns a minute',
  V: 'volts',
  A: 'amperes',
  'MB/s': 'megabytes a second',
  'Gbit/s': 'gigabits a second',
  CFM: 'cubic feet a minute',
  mmH2O: 'millimetres of water',
  bit: 'bits',
  h: 'hours',
  TBW: 'terabytes written',
  '%': 'percent',
};
