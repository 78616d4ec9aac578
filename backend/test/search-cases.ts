import type { Call } from './call.js';

/** What a search is expected to find. */
export interface SearchCase {
  q: string;
  /** A part of the first row's name. */
  first?: string;
  /** A part of the name of one of the first three rows. */
  among?: string;
  /** The kind of the first three rows. */
  kind?: string;
  /** The least and the most that is found. */
  atLeast?: number;
  atMost?: number;
  /** What the words were corrected to; without it they must not be. */
  corrected?: string;
}

const nothing = (q: string): SearchCase => ({ q, atMost: 0 });

/** What finds nothing, whatever the catalogue is. */
const NOWHERE: SearchCase[] = [
  nothing('zzyzx'),
  nothing('qqqqqq'),
  nothing('xylophone'),
  nothing('ssd xylophone'),
  nothing('99999999'),
  // no letter and no digit
  nothing('--'),
  nothing('.*'),
];

/** Of the demo's catalogue. */
export const DEMO_CASES: SearchCase[] = [
  // numbers and units
  { q: '16gb', first: '16 GB' },
  { q: '16 GB', first: '16 GB' },
  { q: 'ssd 1tb', first: 'SSD 1 TB', kind: 'ssd' },
  { q: 'ssd 1 TB', first: 'SSD 1 TB', kind: 'ssd' },
  { q: 'ssd 1000 gb', first: 'SSD 1 TB', kind: 'ssd' },
  { q: 'psu 750', first: 'Dynamo 750', kind: 'power-supply' },
  { q: 'psu 750w', first: 'Dynamo 750', kind: 'power-supply' },
  { q: '0.75 kW', first: 'Dynamo 750' },
  { q: 'fan 120mm', first: 'Halyard', kind: 'fan' },
  { q: 'fan 12 cm', first: 'Halyard', kind: 'fan' },
  { q: '3.84tb', first: 'Dart DC U.2 SSD 3.84 TB' },
  { q: '2x16gb', first: '2 x 16 GB' },
  { q: 'lattice 2 × 16 GB', first: '2 x 16 GB' },
  { q: 'cable 200cm', first: '2 m' },
  { q: 'hard disk 8tb', first: 'Quarry 8 Hard Disk 8 TB' },
  // letters and digits
  { q: 'vantar90', first: 'Vantar 90 Graphics Card', atMost: 1 },
  { q: 'vantar 90', first: 'Vantar 90 Graphics Card' },
  { q: 'vantar60', among: 'Vantar 60 Graphics Card' },
  { q: 'dynamo850', first: 'Dynamo 850 Gold' },
  { q: 'ddr5', among: 'DDR5' },
  { q: 'ddr 5', among: 'DDR5' },
  { q: 'u2', among: 'U.2' },
  { q: 'u.2', first: 'Dart DC U.2' },
  { q: 'm.2', among: 'SSD', atMost: 10 },
  { q: 'm2', among: 'SSD', atMost: 10 },
  { q: 'kestrel k5', first: 'Kestrel K5 Processor' },
  { q: 'micro atx', first: 'Micro-ATX' },
  { q: 'microatx', first: 'Micro-ATX' },
  { q: 'mini-itx motherboard', first: 'Anvil I5 Mini-ITX Motherboard' },
  // numbers of parts
  { q: 'DT5-1000', first: 'Dart 500 NVMe SSD 1 TB', atMost: 1 },
  { q: 'dt51000', first: 'Dart 500 NVMe SSD 1 TB', atMost: 1 },
  { q: 'vt', among: 'Vantar' },
  { q: 'DTDC', first: 'Dart DC U.2 SSD' },
  { q: 'dy-850', first: 'Dynamo 850 Gold' },
  { q: 'DY 1000 P', first: 'Dynamo 1000 Platinum' },
  // synonyms
  { q: 'gpu', first: 'Vantar', kind: 'graphics-card' },
  { q: 'video card', first: 'Vantar', kind: 'graphics-card' },
  { q: 'psu', first: 'Dynamo', kind: 'power-supply' },
  { q: 'mobo', first: 'Anvil', kind: 'motherboard' },
  { q: 'mainboard', first: 'Anvil', kind: 'motherboard' },
  { q: 'ram', first: 'Lattice' },
  { q: 'nvme', first: 'Dart' },
  { q: 'hdd', first: 'Quarry' },
  { q: 'cpu kestrel', first: 'Kestrel' },
  { q: 'cpu', first: 'Kestrel', kind: 'processor' },
  { q: 'graphics cards', first: 'Vantar', kind: 'graphics-card' },
  // typing errors
  { q: 'motherbord', first: 'Anvil', corrected: 'motherboard' },
  { q: 'mohterboard', first: 'Anvil', corrected: 'motherboard' },
  { q: 'grahpics card', first: 'Vantar', corrected: 'graphics card' },
  { q: 'vantra90', first: 'Vantar 90', corrected: 'vantar90' },
  { q: 'kestral k7', first: 'Kestrel K7', corrected: 'kestrel k7' },
  { q: 'procesor', first: 'Kestrel', kind: 'processor', corrected: 'processor' },
  { q: 'prcessor', first: 'Kestrel', kind: 'processor', corrected: 'processor' },
  { q: 'portabel ssd', first: 'Dart Go Portable', corrected: 'portable ssd' },
  // prefixes and plurals
  { q: 'mothe', first: 'Motherboard' },
  { q: 'halya', first: 'Halyard' },
  { q: 'vantar 9', first: 'Vantar 90' },
  { q: 'dynamo 7', first: 'Dynamo 750' },
  { q: 'kestrel k', first: 'Kestrel' },
  { q: 'motherboards', first: 'Anvil' },
  { q: 'fans', kind: 'fan', first: 'Fan' },
  { q: 'power supplies', kind: 'power-supply' },
  { q: 'hard disks', first: 'Quarry' },
  // words that are together nowhere
  nothing('vantar halyard'),
  nothing('graphics card 5tb'),
  nothing('vx90'),
  ...NOWHERE,
];

/** Of the real parts: the kinds and names of their makers. */
export const REAL_CASES: SearchCase[] = [
  { q: '16gb', first: '16' },
  { q: 'ssd 1tb', first: '1', kind: 'ssd', atLeast: 300 },
  { q: 'gpu', kind: 'graphics-card', atLeast: 3_000 },
  { q: 'psu 750', first: '750', kind: 'power-supply', atLeast: 300 },
  { q: 'fan 120mm', first: '120', atLeast: 1_000 },
  { q: 'motherbord', kind: 'motherboard', corrected: 'motherboard', atLeast: 2_000 },
  { q: 'rtx4070', first: 'RTX 4070', kind: 'graphics-card' },
  { q: 'rtx 4070 ti super', first: 'RTX 4070 Ti SUPER', kind: 'graphics-card' },
  { q: 'rtx4070ti super', among: 'RTX 4070 Ti', kind: 'graphics-card' },
  { q: 'radeon rx 7900 xtx', first: '7900 XTX', kind: 'graphics-card' },
  { q: 'geforce rtx 4090', first: '4090', kind: 'graphics-card' },
  { q: 'gefroce rtx 4090', first: '4090', corrected: 'geforce rtx 4090' },
  { q: 'ryzen 7 7800x3d', first: '7800X3D', kind: 'processor' },
  { q: 'ryzen 7', first: 'Ryzen 7', kind: 'processor' },
  { q: 'core i9 14900k', first: '14900K', kind: 'processor' },
  { q: 'i9-14900k', first: '14900K', kind: 'processor' },
  { q: 'threadripper', kind: 'processor', first: 'Threadripper' },
  { q: 'threadriper', kind: 'processor', corrected: 'threadripper' },
  { q: 'noctua nh-d15', first: 'NH-D15', kind: 'cooler' },
  { q: 'noctua nhd15', first: 'NH-D15', kind: 'cooler' },
  { q: 'noctua nf-a12x25', first: 'NF-A12x25', kind: 'fan' },
  { q: 'noctau nh-d15', first: 'NH-D15', corrected: 'noctua nh-d15' },
  { q: 'samsung 990 pro 2tb', first: '990 Pro', kind: 'ssd', atMost: 20 },
  { q: 'samsung 990 pro 2000gb', first: '990 Pro', kind: 'ssd' },
  { q: 'wd black sn850x', first: 'SN850X', kind: 'ssd' },
  { q: 'ironwolf 4tb', first: 'IronWolf' },
  { q: 'barracuda hard disk', first: 'Barracuda', kind: 'hard-disk' },
  { q: 'corsair rm750x', first: 'RM750x', kind: 'power-supply' },
  { q: 'corsiar rm750x', first: 'RM750x', corrected: 'corsair rm750x' },
  { q: 'seasonic focus 850', first: 'Focus', kind: 'power-supply' },
  { q: 'fully modular 1000w', kind: 'power-supply', first: '1000' },
  { q: 'mobo am5', kind: 'motherboard', atLeast: 300 },
  { q: 'am5', among: 'AM5', atLeast: 300 },
  { q: 'b650 motherboard', first: 'B650', kind: 'motherboard' },
  { q: 'x670e', first: 'X670E', kind: 'motherboard' },
  { q: 'tomahawk', first: 'TOMAHAWK' },
  { q: 'tomahakw', corrected: 'tomahawk', first: 'TOMAHAWK' },
  { q: 'mini itx motherboard', kind: 'motherboard' },
  { q: 'fractal design north', first: 'North', kind: 'case' },
  { q: 'lian li o11 dynamic', first: 'O11', kind: 'case' },
  { q: 'nzxt h510', first: 'H510', kind: 'case' },
  { q: 'meshify', first: 'Meshify', kind: 'case' },
  { q: 'ddr5 6000 32gb', first: '6000', kind: 'memory' },
  { q: 'ddr5-6000 cl30', first: '6000', kind: 'memory' },
  { q: 'corsair vengeance 2x16gb', first: '2x16GB', kind: 'memory' },
  { q: 'corsair vengeance 2 x 16 gb', first: '2x16GB', kind: 'memory' },
  { q: 'corsair vengeance 16gb', among: 'Vengeance', kind: 'memory', atLeast: 20 },
  { q: 'corsair vengeance 32gb', first: 'Vengeance', kind: 'memory' },
  { q: 'corsair vengance', first: 'Vengeance', corrected: 'corsair vengeance' },
  { q: 'trident z5', first: 'Trident Z5', kind: 'memory' },
  { q: 'CMK32GX5M2B6000C36', first: 'Corsair Vengeance' },
  { q: 'cmk32gx5', first: 'Corsair Vengeance', kind: 'memory' },
  { q: 'CMK32GX5M2B6000 C36', among: 'Corsair Vengeance' },
  { q: 'water cooler 360mm', kind: 'cooler', atLeast: 50 },
  { q: 'hyper 212', first: 'Hyper 212', kind: 'cooler' },
  nothing('rtx 4070 threadripper'),
  nothing('noctua 16tb'),
  ...NOWHERE,
];

/** Why a search does not find what it should; empty when each does. */
export async function searchFaults(call: Call, cases: readonly SearchCase[]): Promise<string[]> {
  const faults: string[] = [];
  for (const each of cases) {
    const { status, body } = await call('GET', `/items/search?q=${encodeURIComponent(each.q)}&pageSize=3`);
    const fault = status === 200 ? faultOf(each, body as Found) : `status ${status}`;
    const names = ((body as Found).items ?? []).slice(0, 3).map(({ name }) => name);
    if (fault) faults.push(`“${each.q}”: ${fault}; found ${body.total}: ${names.join(' | ')}`);
  }
  return faults;
}

interface Found {
  items: { name: string; kind?: string }[];
  total: number;
  corrected?: string;
}

function faultOf(
  { first, among, kind, atLeast, atMost = Infinity, corrected }: SearchCase,
  { items, total, corrected: was }: Found,
): string | undefined {
  const has = (name: string, part: string) => name.toLowerCase().includes(part.toLowerCase());
  const least = atLeast ?? ((first ?? among ?? kind) ? 1 : 0);
  if (total < least || total > atMost) return `not ${least} to ${atMost}`;
  if (was !== corrected) return `corrected to ${was}, not to ${corrected}`;
  if (first !== undefined && !has(items[0]!.name, first)) return `${first} is not first`;
  if (among !== undefined && !items.slice(0, 3).some(({ name }) => has(name, among)))
    return `${among} is not among the first three`;
  if (kind !== undefined && items.slice(0, 3).some((item) => item.kind !== kind))
    return `not all are ${kind}`;
  return undefined;
}
