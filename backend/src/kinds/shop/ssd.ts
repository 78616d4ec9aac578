import type { Kind } from '../kind.js';
import { choice, group, measure, ON_CARD, option, UNENTERED } from './define.js';
import { SATA } from './options.js';

const FORMS = [
  ...['2280', '2230', '2242', '2260', '22110'].map((size) =>
    option(`M.2 ${size}`, `m.2-${size}`, `M.2-${size}`),
  ),
  option('2.5 inch', '2.5-inch', '2.5"'),
  option('U.2', 'u.2'),
  option('PCIe card', 'pcie-card', 'PCIe'),
  option('mSATA', 'msata'),
  option('3.5 inch', '3.5-inch', '3.5"'),
  option('Portable', 'portable'),
];

const pcie = (generation: string, lanes: number) =>
  option(`PCIe ${generation} x${lanes}`, `pcie-${generation}-x${lanes}`, `M.2 PCIe ${generation} x${lanes}`);

const INTERFACES = [
  ...[2, 4].map((lanes) => pcie('5.0', lanes)),
  ...[4, 8].map((lanes) => pcie('4.0', lanes)),
  ...[2, 4, 8, 16].map((lanes) => pcie('3.0', lanes)),
  pcie('2.0', 4),
  ...[1, 2].map((lanes) => option(`PCIe x${lanes}`, `pcie-x${lanes}`, `M.2 PCIe x${lanes}`)),
  option('M.2 SATA', 'm.2-sata'),
  ...SATA,
  option('U.2', 'u.2'),
  option('mSATA', 'msata'),
  option('USB 20 Gb/s', 'usb-20'),
  option('USB 10 Gb/s', 'usb-10'),
];

export const SSD: Kind = {
  slug: 'ssd',
  label: 'SSD',
  plural: 'SSDs',
  group: 'Storage',
  aliases: ['solid state drive', 'nvme', 'nvme ssd'],
  specs: [
    ...group(
      'Drive',
      measure('capacityGb', 'Capacity', 'GB', [1, 1_000_000], { ...UNENTERED, ...ON_CARD, filter: 'values' }),
      choice('formFactor', 'Form factor', FORMS, ON_CARD),
      choice('interface', 'Interface', INTERFACES, ON_CARD),
    ),
    ...group(
      'Performance',
      measure('readMbs', 'Reading', 'MB/s', [1, 100_000], UNENTERED),
      measure('writeMbs', 'Writing', 'MB/s', [1, 100_000], UNENTERED),
      measure('cacheMb', 'Cache', 'MB', [1, 100_000], UNENTERED),
      measure('enduranceTbw', 'Endurance', 'TBW', [1, 1_000_000], UNENTERED),
    ),
  ],
};
