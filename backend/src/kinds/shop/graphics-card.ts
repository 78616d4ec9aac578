import type { Kind } from '../kind.js';
import { choice, group, measure, NONE_IS_0, ON_CARD, option, quantity, text, UNENTERED } from './define.js';

const MEMORY = [
  'GDDR7',
  'GDDR6X',
  'GDDR6',
  'GDDR5X',
  'GDDR5',
  'GDDR3',
  'HBM2',
  'HBM',
  'DDR5',
  'DDR4',
  'DDR3',
  'DDR2',
].map((name) => option(name));

const INTERFACES = [
  ...['5.0', '4.0', '3.0', '2.0'].flatMap((generation) =>
    ['x16', 'x8', 'x4'].map((lanes) => option(`PCIe ${generation} ${lanes}`, `pcie-${generation}-${lanes}`)),
  ),
  ...['x16', 'x8', 'x4', 'x1'].map((lanes) => option(`PCIe ${lanes}`, `pcie-${lanes}`)),
];

export const GRAPHICS_CARD: Kind = {
  slug: 'graphics-card',
  label: 'Graphics card',
  plural: 'Graphics cards',
  group: '',
  aliases: ['gpu', 'gpus', 'video card', 'vga'],
  specs: [
    ...group(
      'Graphics',
      text('chipset', 'Chipset'),
      measure('memoryGb', 'Memory', 'GB', [0.25, 1_000], {
        ...UNENTERED,
        ...ON_CARD,
        decimals: 2,
        filter: 'values',
      }),
      choice('memoryType', 'Memory type', MEMORY),
      measure('memoryBusBit', 'Memory bus', 'bit', [16, 8_192], { ...UNENTERED, filter: 'values' }),
      quantity('shaders', 'Shader units', [1, 100_000], { ...UNENTERED, filter: 'range' }),
      measure('boostMhz', 'Boost clock', 'MHz', [100, 9_999], UNENTERED),
      choice('interface', 'Interface', INTERFACES),
    ),
    ...group(
      'Size',
      measure('lengthMm', 'Length', 'mm', [50, 600], { ...UNENTERED, ...ON_CARD, decimals: 1 }),
      quantity('slotWidth', 'Slots', [1, 6], { ...UNENTERED, decimals: 2 }),
      quantity('fans', 'Fans', [0, 5], NONE_IS_0),
    ),
    ...group(
      'Power',
      measure('tdpW', 'Power', 'W', [1, 1_500], { ...UNENTERED, ...ON_CARD }),
      quantity('plugs12v', '12V-2x6 plugs', [0, 4], NONE_IS_0),
      quantity('plugs8pin', '8-pin plugs', [0, 5], NONE_IS_0),
      quantity('plugs6pin', '6-pin plugs', [0, 5], NONE_IS_0),
    ),
    ...group(
      'Outputs',
      quantity('hdmiPorts', 'HDMI', [0, 10], NONE_IS_0),
      quantity('displayPorts', 'DisplayPort', [0, 10], NONE_IS_0),
    ),
  ],
};
