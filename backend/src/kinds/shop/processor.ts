import type { Kind } from '../kind.js';
import { choice, choices, flag, group, measure, ON_CARD, quantity, text, UNENTERED } from './define.js';
import { MEMORY_TYPES, SOCKETS } from './options.js';

export const PROCESSOR: Kind = {
  slug: 'processor',
  label: 'Processor',
  plural: 'Processors',
  group: '',
  aliases: ['cpu', 'cpus'],
  specs: [
    ...group(
      'Performance',
      choice('socket', 'Socket', SOCKETS, ON_CARD),
      quantity('cores', 'Cores', [1, 512], { ...UNENTERED, ...ON_CARD }),
      quantity('threads', 'Threads', [1, 1_024], UNENTERED),
      measure('baseGhz', 'Base clock', 'GHz', [0.1, 10], { ...UNENTERED, decimals: 2 }),
      measure('boostGhz', 'Boost clock', 'GHz', [0.1, 10], { ...UNENTERED, decimals: 2 }),
      measure('cacheMb', 'L3 cache', 'MB', [0.25, 4_096], { ...UNENTERED, decimals: 2 }),
      text('architecture', 'Architecture', { compared: false }),
    ),
    ...group(
      'Power',
      measure('tdpW', 'Thermal design power', 'W', [1, 1_000], { ...UNENTERED, ...ON_CARD }),
      measure('peakW', 'Highest sustained power', 'W', [1, 1_500], UNENTERED),
      flag('includesCooler', 'Cooler included'),
    ),
    ...group(
      'Memory and graphics',
      choices('memoryTypes', 'Memory types', MEMORY_TYPES),
      quantity('memoryChannels', 'Memory channels', [1, 16], UNENTERED),
      measure('memoryMaxGb', 'Largest memory', 'GB', [1, 16_000], UNENTERED),
      flag('ecc', 'Error correction'),
      quantity('pcieLanes', 'PCIe lanes', [1, 256], UNENTERED),
      flag('integratedGraphics', 'Integrated graphics'),
    ),
  ],
};
