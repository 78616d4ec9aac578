import { describe, expect, test } from 'vitest';
import { PRODUCTS } from './products.js';

/** That what the demo sells goes together: no part of it fits nothing else. */

interface Part {
  name: string;
  number: (key: string) => number;
  text: (key: string) => string;
  list: (key: string) => string[];
  flag: (key: string) => boolean;
}

const of = (kind: string): Part[] =>
  PRODUCTS.filter((product) => product.kind === kind).map(({ name, specs }) => ({
    name,
    number: (key) => (typeof specs[key] === 'number' ? specs[key] : NaN),
    text: (key) => (typeof specs[key] === 'string' ? specs[key] : ''),
    list: (key) => (Array.isArray(specs[key]) ? specs[key] : []),
    flag: (key) => specs[key] === true,
  }));

const processors = of('processor');
const boards = of('motherboard');
const cases = of('case');
const cards = of('graphics-card');
const supplies = of('power-supply');
const coolers = of('cooler');
const kits = of('memory');
const disks = of('hard-disk');
const ssds = of('ssd');
const fans = of('fan');

/** The memory that each socket is made for. */
const MEMORY_OF: Record<string, string[]> = {
  AM4: ['DDR4'],
  AM5: ['DDR5'],
  LGA1700: ['DDR4', 'DDR5'],
  sTR5: ['DDR5'],
};

/** The slowest and the fastest memory of a type, in MT/s. */
const SPEEDS: Record<string, [number, number]> = { DDR4: [1_600, 5_333], DDR5: [4_000, 10_000] };

/** The most that an interface carries, in MB/s. */
const MOST_MBS: Record<string, number> = {
  'sata-6': 600,
  'usb-20': 2_500,
  'pcie-4.0-x4': 7_900,
  'pcie-5.0-x4': 15_800,
};

const takes = (board: Part, processor: Part): boolean =>
  board.text('socket') === processor.text('socket') &&
  processor.list('memoryTypes').includes(board.text('memoryType'));

const takesMemory = (board: Part, kit: Part): boolean =>
  kit.text('formFactor') === 'DIMM' &&
  kit.text('memoryType') === board.text('memoryType') &&
  kit.number('modules') <= board.number('memorySlots') &&
  kit.number('capacityGb') <= board.number('memoryMaxGb') &&
  kit.number('speedMts') <= board.number('memorySpeedMts');

const cools = (cooler: Part, processor: Part): boolean =>
  cooler.list('sockets').includes(processor.text('socket')) &&
  cooler.number('tdpW') >= processor.number('peakW');

const holdsCooler = (body: Part, cooler: Part): boolean =>
  cooler.text('cooling') === 'liquid'
    ? cooler.number('radiatorMm') <= body.number('maxRadiatorMm')
    : cooler.number('heightMm') <= body.number('maxCoolerHeightMm');

const holdsSupply = (body: Part, supply: Part): boolean =>
  body.list('supplyFormFactors').includes(supply.text('formFactor')) &&
  supply.number('lengthMm') <= body.number('maxSupplyLengthMm');

const holdsBoard = (body: Part, board: Part): boolean =>
  body.list('formFactors').includes(board.text('formFactor'));

const holdsCard = (body: Part, card: Part): boolean =>
  card.number('lengthMm') <= body.number('maxGpuLengthMm') &&
  card.number('slotWidth') <= body.number('expansionSlots');

/** With as much again for the rest of the machine. */
const feeds = (supply: Part, card: Part): boolean =>
  supply.number('wattageW') >= 2 * card.number('tdpW') &&
  supply.number('plugs12v') >= card.number('plugs12v') &&
  supply.number('pciePlugs') >= card.number('plugs8pin') + card.number('plugs6pin');

const bays = (body: Part, disk: Part): number =>
  body.number(disk.text('formFactor') === '3.5-inch' ? 'bays35' : 'bays25');

/** Names of those that go with none. */
const alone = (parts: Part[], fits: (part: Part) => boolean): string[] =>
  parts.filter((part) => !fits(part)).map(({ name }) => name);

describe('a part goes with another', () => {
  const socketed = processors.filter((processor) => processor.text('socket') !== 'soldered');
  const desktop = kits.filter((kit) => kit.text('formFactor') === 'DIMM');

  test.each<[string, Part[], (part: Part) => boolean]>([
    [
      'a board takes what its socket takes',
      boards,
      (b) => MEMORY_OF[b.text('socket')]!.includes(b.text('memoryType')),
    ],
    ['a board has a processor', boards, (b) => processors.some((p) => takes(b, p))],
    ['a processor has a board', socketed, (p) => boards.some((b) => takes(b, p))],
    ['a processor has a cooler', socketed, (p) => coolers.some((c) => cools(c, p))],
    [
      'a cooler has a processor',
      coolers,
      (c) => processors.some((p) => c.list('sockets').includes(p.text('socket'))),
    ],
    ['memory has a board', desktop, (kit) => boards.some((b) => takesMemory(b, kit))],
    [
      'memory is as fast as its type',
      kits,
      (kit) => {
        const [slowest, fastest] = SPEEDS[kit.text('memoryType')]!;
        return kit.number('speedMts') >= slowest && kit.number('speedMts') <= fastest;
      },
    ],
    [
      'memory adds up',
      kits,
      (kit) => kit.number('modules') * kit.number('moduleGb') === kit.number('capacityGb'),
    ],
    ['a board has memory', boards, (b) => kits.some((kit) => takesMemory(b, kit))],
    ['a board has a case', boards, (b) => cases.some((body) => holdsBoard(body, b))],
    ['a case has a board', cases, (body) => boards.some((b) => holdsBoard(body, b))],
    ['a cooler has a case', coolers, (c) => cases.some((body) => holdsCooler(body, c))],
    ['a card has a case', cards, (card) => cases.some((body) => holdsCard(body, card))],
    ['a card has a supply', cards, (card) => supplies.some((supply) => feeds(supply, card))],
    ['a supply has a case', supplies, (supply) => cases.some((body) => holdsSupply(body, supply))],
    ['a case has a supply', cases, (body) => supplies.some((supply) => holdsSupply(body, supply))],
    ['a case has a card', cases, (body) => cards.some((card) => holdsCard(body, card))],
    ['a hard disk has a bay', disks, (disk) => cases.some((body) => bays(body, disk) > 0)],
    [
      'a drive is no faster than its interface',
      [...ssds, ...disks],
      (d) => d.number('readMbs') <= MOST_MBS[d.text('interface')]!,
    ],
    [
      'a radiator is as long as its fans',
      coolers.filter((c) => c.text('cooling') === 'liquid'),
      (c) => c.number('radiatorMm') === c.number('fans') * c.number('fanMm'),
    ],
    [
      'a processor boosts',
      processors,
      (p) => p.number('boostGhz') > p.number('baseGhz') && p.number('peakW') >= p.number('tdpW'),
    ],
    [
      'a fourth pin controls a fan',
      fans,
      (fan) => fan.text('connector').startsWith('4-pin') === fan.flag('pwm'),
    ],
    [
      'a lit fan has a plug for it',
      fans,
      (fan) => fan.text('connector').endsWith('argb') === fan.flag('lit'),
    ],
  ])('%s', (_, parts, fits) => {
    expect(parts.length).toBeGreaterThan(0);
    expect(alone(parts, fits)).toEqual([]);
  });
});

test('each board can be built into a machine of parts that fit each other', () => {
  const built = (board: Part): boolean =>
    cases.some(
      (body) =>
        holdsBoard(body, board) &&
        processors.some((p) => takes(board, p) && coolers.some((c) => cools(c, p) && holdsCooler(body, c))) &&
        kits.some((kit) => takesMemory(board, kit)) &&
        cards.some(
          (card) =>
            holdsCard(body, card) &&
            supplies.some((supply) => holdsSupply(body, supply) && feeds(supply, card)),
        ),
    );
  expect(alone(boards, built)).toEqual([]);
});
