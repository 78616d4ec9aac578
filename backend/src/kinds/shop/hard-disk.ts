import type { Kind } from '../kind.js';
import { choice, group, measure, ON_CARD, option, UNENTERED } from './define.js';
import { SATA } from './options.js';

export const HARD_DISK: Kind = {
  slug: 'hard-disk',
  label: 'Hard disk',
  plural: 'Hard disks',
  group: 'Storage',
  aliases: ['hdd', 'hard drive', 'hard disk drive', 'sshd'],
  specs: [
    ...group(
      'Drive',
      measure('capacityGb', 'Capacity', 'GB', [1, 1_000_000], { ...UNENTERED, ...ON_CARD, filter: 'values' }),
      choice(
        'formFactor',
        'Form factor',
        [option('3.5 inch', '3.5-inch', '3.5"'), option('2.5 inch', '2.5-inch', '2.5"')],
        ON_CARD,
      ),
      choice('interface', 'Interface', SATA),
    ),
    ...group(
      'Performance',
      measure('speedRpm', 'Speed', 'rpm', [1_000, 20_000], { ...UNENTERED, ...ON_CARD, filter: 'values' }),
      measure('cacheMb', 'Cache', 'MB', [1, 100_000], { ...UNENTERED, filter: 'values' }),
      measure('readMbs', 'Reading', 'MB/s', [1, 100_000], UNENTERED),
      measure('workloadGb', 'Workload of a year', 'GB', [1_000, 10_000_000], UNENTERED),
    ),
    ...group(
      'Operation',
      measure('noiseDb', 'Noise', 'dB', [0.1, 120], { ...UNENTERED, decimals: 1 }),
      measure('heightMm', 'Height', 'mm', [3, 50], { ...UNENTERED, decimals: 1 }),
    ),
  ],
};
