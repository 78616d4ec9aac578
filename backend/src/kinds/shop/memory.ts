import type { Kind } from '../kind.js';
import { choice, choices, flag, group, measure, ON_CARD, option, quantity, UNENTERED } from './define.js';
import { MEMORY_TYPES } from './options.js';

const FORMS = [
  option('DIMM', 'DIMM', 'UDIMM', '288-pin DIMM', '240-pin DIMM', '184-pin DIMM'),
  option('SO-DIMM', 'SO-DIMM', '262-pin SO-DIMM', '260-pin SO-DIMM', '204-pin SO-DIMM', '200-pin SO-DIMM'),
];

export const MEMORY: Kind = {
  slug: 'memory',
  label: 'Memory',
  plural: 'Memory',
  group: '',
  aliases: ['ram', 'memory module', 'memory kit'],
  specs: [
    ...group(
      'Memory',
      choice('memoryType', 'Type', MEMORY_TYPES, ON_CARD),
      choice('formFactor', 'Form factor', FORMS),
      measure('capacityGb', 'Capacity', 'GB', [0.25, 16_000], {
        ...UNENTERED,
        ...ON_CARD,
        decimals: 2,
        filter: 'values',
      }),
      quantity('modules', 'Modules', [1, 32], UNENTERED),
      measure('moduleGb', 'Capacity of a module', 'GB', [0.25, 2_000], {
        ...UNENTERED,
        decimals: 2,
        filter: 'values',
      }),
      flag('ecc', 'Error correction'),
      flag('registered', 'Registered'),
    ),
    ...group(
      'Speed',
      measure('speedMts', 'Speed', 'MT/s', [100, 20_000], { ...UNENTERED, ...ON_CARD, filter: 'values' }),
      quantity('casLatency', 'CAS latency', [1, 100], { ...UNENTERED, decimals: 1 }),
      measure('voltageV', 'Voltage', 'V', [0.5, 3], { ...UNENTERED, decimals: 3, filter: 'values' }),
      choices('profiles', 'Profiles', [option('XMP'), option('EXPO')]),
    ),
    ...group(
      'Build',
      measure('heightMm', 'Height', 'mm', [5, 150], { ...UNENTERED, decimals: 1 }),
      flag('lit', 'Lighting'),
    ),
  ],
};
