import type { Kind } from '../kind.js';
import { choice, flag, group, measure, NONE_IS_0, ON_CARD, option, quantity, UNENTERED } from './define.js';
import { SUPPLY_FORMS } from './options.js';

const EFFICIENCIES = [
  ...['Titanium', 'Platinum', 'Gold', 'Silver', 'Bronze'].map((grade) =>
    option(`80 PLUS ${grade}`, grade.toLowerCase(), `80+ ${grade}`),
  ),
  option('80 PLUS', '80-plus', '80+', '80+ Standard'),
];

const CABLES = [
  option('All detachable', 'full', 'Full modular'),
  option('Some detachable', 'semi', 'Semi-Modular'),
  option('Fixed', 'fixed', 'Non-Modular', 'No'),
];

export const POWER_SUPPLY: Kind = {
  slug: 'power-supply',
  label: 'Power supply',
  plural: 'Power supplies',
  group: '',
  aliases: ['psu', 'psus', 'power supply unit'],
  specs: [
    ...group(
      'Power',
      measure('wattageW', 'Wattage', 'W', [30, 5_000], { ...UNENTERED, ...ON_CARD }),
      choice('efficiency', 'Efficiency', EFFICIENCIES, ON_CARD),
    ),
    ...group(
      'Size',
      choice('formFactor', 'Form factor', SUPPLY_FORMS, ON_CARD),
      measure('lengthMm', 'Length', 'mm', [50, 500], { ...UNENTERED, decimals: 1 }),
      measure('fanMm', 'Fan', 'mm', [20, 300], { ...UNENTERED, filter: 'values' }),
      flag('fanless', 'Fanless'),
    ),
    ...group(
      'Cables',
      choice('cables', 'Cables', CABLES),
      quantity('epsPlugs', 'CPU plugs (EPS)', [1, 8], UNENTERED),
      quantity('pciePlugs', '6+2-pin plugs', [0, 20], NONE_IS_0),
      quantity('plugs12v', '12V-2x6 plugs', [0, 6], NONE_IS_0),
      quantity('sataPlugs', 'SATA plugs', [1, 40], UNENTERED),
    ),
  ],
};
