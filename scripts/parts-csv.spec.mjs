import { describe, expect, it } from 'vitest';
import { rowsOf } from '../bench/parts/convert.mjs';
import { m2Slots, SPECS } from '../bench/parts/kinds.mjs';
import { fragmentsOf, partNumbersOf } from '../bench/parts/products.mjs';
import { SHOP_KINDS } from '../backend/src/kinds/shop-kinds.ts';

/** What is made of parts as the data has them; the data itself is not needed for it. */
const ID = '23e6bfc0-9386-4dc9-ae96-27205baef755';
const row = (file, part) => rowsOf(file, [{ opendb_id: ID, metadata: { name: 'A part' }, ...part }])[0];

it.each(SHOP_KINDS.map((kind) => [kind.slug, kind]))(
  'the columns of %s are specifications of it',
  (slug, kind) =>
    expect(kind.specs.map(({ key }) => key)).toEqual(expect.arrayContaining(Object.keys(SPECS[slug]))),
);

describe('a part', () => {
  it('has what a shop needs of it, the same each time', () => {
    const part = {
      metadata: { name: 'Intel Xeon', manufacturer: 'Intel', series: 'None', variant: '2450 v2' },
    };
    expect(row('CPU', part)).toMatchObject({
      externalId: ID,
      sku: 'CPU-23E6BFC09386',
      kind: 'processor',
      price: '171.99',
      minimumOQ: 2,
      availableQ: 279,
      description: 'Processor by Intel, variant 2450 v2.',
    });
    expect(row('CPU', part)).toEqual(row('CPU', part));
  });

  it('has a description and a name that the shop takes, whatever is missing', () => {
    const { name, description } = row('CPU', { metadata: { name: `${'x'.repeat(199)} yz` } });
    expect([name.length, description]).toEqual([199, 'Processor.']);
  });

  it.each([
    ['SSD', 'ssd'],
    ['HDD', 'hard-disk'],
    ['SSHD', 'hard-disk'],
    [undefined, ''],
  ])('of storage is by its type %s of the kind %j', (type, kind) =>
    expect(row('Storage', { storage_type: type })).toMatchObject({ kind }),
  );
});

describe('specifications', () => {
  it.each([
    ['CPU', { cache: { l3: 0 } }, 'cacheMb', undefined],
    ['CPU', { specifications: { memory: { types: [] } } }, 'memoryTypes', undefined],
    ['CPU', { specifications: { memory: { types: ['DDR4', 'DDR5'] } } }, 'memoryTypes', 'DDR4;DDR5'],
    ['CPU', { specifications: { integratedGraphics: { model: 'None' } } }, 'integratedGraphics', 'no'],
    ['CPU', { specifications: {} }, 'integratedGraphics', undefined],
    ['Motherboard', { storage_devices: { sata_6_gb_s: 4, sata_3_gb_s: 2 } }, 'sataPorts', 6],
    ['Motherboard', { storage_devices: { sata_6_gb_s: 0, sata_3_gb_s: 0 } }, 'sataPorts', undefined],
    [
      'Motherboard',
      { onboard_ethernet: [{ speed: '1 Gb/s' }, { speed: '10 Gb/s' }] },
      'ethernetGbit',
      '10 Gb/s',
    ],
    ['Motherboard', { wireless_networking: 'None' }, 'wifi', 'no'],
    ['Motherboard', {}, 'wifi', undefined],
    ['Motherboard', { socket: '2 x LGA 2011' }, 'socket', '2 x LGA 2011'],
    ['PCCase', { weight: 16.567 }, 'weightKg', '16.57 lb'],
    ['PCCase', { weight: null }, 'weightKg', undefined],
    ['GPU', { tdp: 150, power_connectors: { pcie_6_pin: 0, pcie_8_pin: 0 } }, 'plugs8pin', undefined],
    ['GPU', { tdp: 75, power_connectors: { pcie_6_pin: 0, pcie_8_pin: 0 } }, 'plugs8pin', 0],
    ['GPU', { tdp: 450, power_connectors: { pcie_12VHPWR: 0, pcie_12V_2x6: 1 } }, 'plugs12v', 1],
    ['GPU', { cooling: 'Passive' }, 'fans', 0],
    ['GPU', { cooling: '3 Fans' }, 'fans', 3],
    ['GPU', { cooling: 'Blower' }, 'fans', undefined],
    ['GPU', { video_outputs: { hdmi_2_1: 0, displayport_1_4a: 0 } }, 'hdmiPorts', undefined],
    ['GPU', { video_outputs: { hdmi_2_1: 0, displayport_1_4a: 3 } }, 'hdmiPorts', 0],
    ['PSU', { wattage: 750, connectors: { pcie_6_plus_2_pin: 0, pcie_12vhpwr: 0 } }, 'pciePlugs', undefined],
    ['PSU', { wattage: 300, connectors: { pcie_6_plus_2_pin: 0, pcie_12vhpwr: 0 } }, 'pciePlugs', 0],
    ['CPUCooler', { water_cooled: true, height: 52 }, 'heightMm', undefined],
    ['CPUCooler', { water_cooled: false, height: 154 }, 'heightMm', 154],
    ['CPUCooler', { min_noise_level: 25.65, max_noise_level: null }, 'noiseDb', 25.6],
    ['CPUCooler', { cpu_sockets: ['AM4', 'LGA 115'] }, 'sockets', 'AM4;LGA 115'],
    ['RAM', { ecc: 'Non-ECC', registered: 'Unbuffered' }, 'ecc', undefined],
    ['RAM', { ecc: 'ECC' }, 'ecc', 'yes'],
    ['Storage', { type: 'SSD', capacity: 3_000, metadata: { name: 'DC 3.84 TB SSD' } }, 'capacityGb', 3_840],
    ['Storage', { type: 'SSD', capacity: 512, metadata: { name: 'Drive 1.2TB' } }, 'capacityGb', 512],
    ['CaseFan', { led: 'None' }, 'lit', 'no'],
    ['CaseFan', { led: null }, 'lit', undefined],
  ])('of %s %j: %s is %j', (file, part, key, cell) => expect(row(file, part)[`spec.${key}`]).toEqual(cell));
});

describe('m2Slots', () => {
  it.each([
    [[], undefined],
    [['2280', '2280', '2280'], 3],
    [['2242/2260/2280', '2260/2280'], 2],
    [['2260-2280', '2280', '2260-2280', '2280'], 2],
    [['2280', '2260-2280', '2280'], 2],
    [['2242-2260', '2230-2242'], 2],
  ])('of %j is %s', (sizes, slots) => expect(m2Slots(sizes.map((size) => ({ size, key: 'M' })))).toBe(slots));

  it('leaves out the slot of the radio', () =>
    expect(
      m2Slots([
        { size: '2280', key: 'M' },
        { size: '2230', key: 'E' },
      ]),
    ).toBe(1));
});

const numbered = (...numbers) => ({ metadata: { part_numbers: numbers } });

describe('part numbers', () => {
  it('are without what is left of a number that was split at a slash', () => {
    const parts = [
      numbered('KVR26N19S8', '16', 'ABCDE', ' AX4U  3600 ', 'AX4U 3600', ''),
      numbered('ABCDE', 'a;b-long', 'x'.repeat(65)),
    ];
    const fragments = fragmentsOf(parts);
    expect(parts.map((each) => partNumbersOf(each, fragments))).toEqual([['KVR26N19S8', 'AX4U 3600'], []]);
  });
});
