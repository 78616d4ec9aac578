import type { Kind } from '../kind.js';
import {
  choice,
  choices,
  group,
  measure,
  NONE_IS_0,
  ON_CARD,
  option,
  quantity,
  UNENTERED,
} from './define.js';
import { SOCKETS } from './options.js';

const COOLING = [
  option('Air', 'air'),
  option('Liquid', 'liquid', 'Water', 'AIO'),
  option('Passive', 'passive', 'Fanless'),
];

export const COOLER: Kind = {
  slug: 'cooler',
  label: 'CPU cooler',
  plural: 'CPU coolers',
  group: 'Cooling',
  aliases: ['cpu cooler', 'heatsink', 'water cooler'],
  specs: [
    ...group(
      'What it cools',
      choices('sockets', 'Sockets', SOCKETS),
      measure('tdpW', 'Cools up to', 'W', [5, 1_500], { ...UNENTERED, ...ON_CARD }),
    ),
    ...group(
      'Build',
      choice('cooling', 'Cooling', COOLING, ON_CARD),
      measure('heightMm', 'Height', 'mm', [10, 400], { ...UNENTERED, ...ON_CARD, decimals: 1 }),
      measure('radiatorMm', 'Radiator', 'mm', [80, 600], { ...UNENTERED, filter: 'values' }),
    ),
    ...group(
      'Fans',
      quantity('fans', 'Fans', [0, 12], NONE_IS_0),
      measure('fanMm', 'Fan size', 'mm', [20, 300], { ...UNENTERED, filter: 'values' }),
      measure('speedRpm', 'Highest speed', 'rpm', [50, 20_000], UNENTERED),
      measure('noiseDb', 'Noise', 'dB', [0.1, 120], { ...UNENTERED, decimals: 1 }),
    ),
  ],
};
