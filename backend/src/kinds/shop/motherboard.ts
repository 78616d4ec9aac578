import type { Kind } from '../kind.js';
import { choice, flag, group, measure, NONE_IS_0, ON_CARD, quantity, text, UNENTERED } from './define.js';
import { BOARD_FORMS, MEMORY_TYPES, SOCKETS } from './options.js';

export const MOTHERBOARD: Kind = {
  slug: 'motherboard',
  label: 'Motherboard',
  plural: 'Motherboards',
  group: '',
  aliases: ['mainboard', 'mobo', 'board'],
  specs: [
    ...group(
      'Platform',
      choice('socket', 'Socket', SOCKETS, ON_CARD),
      text('chipset', 'Chipset'),
      choice('formFactor', 'Form factor', BOARD_FORMS, ON_CARD),
    ),
    ...group(
      'Memory',
      choice('memoryType', 'Memory type', MEMORY_TYPES, ON_CARD),
      quantity('memorySlots', 'Memory slots', [1, 32], UNENTERED),
      measure('memoryMaxGb', 'Largest memory', 'GB', [1, 16_000], UNENTERED),
      measure('memorySpeedMts', 'Fastest memory', 'MT/s', [200, 20_000], UNENTERED),
      flag('ecc', 'Error correction'),
    ),
    ...group(
      'Slots and ports',
      quantity('pcieX16Slots', 'PCIe x16 slots', [0, 12], NONE_IS_0),
      quantity('m2Slots', 'M.2 slots', [0, 12], NONE_IS_0),
      quantity('sataPorts', 'SATA ports', [1, 40], UNENTERED),
      measure('ethernetGbit', 'Wired network', 'Gbit/s', [0.1, 400], {
        ...UNENTERED,
        decimals: 1,
        filter: 'values',
      }),
      flag('wifi', 'Wireless network'),
    ),
  ],
};
