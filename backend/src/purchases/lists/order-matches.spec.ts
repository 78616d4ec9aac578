import { describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import type { OrderLine } from '../orders/order-line.schema.js';
import type { SearchedOrder } from '../orders/order-words.js';
import { matchesOf } from './order-matches.js';

const line = (name: string, sku: string) => ({ name, sku }) as OrderLine;
const address = {
  name: 'Zoë Ångström',
  company: 'Springfield Systems Inc.',
  line1: '12 Foundry Lane',
  city: 'Springfield',
  region: 'IL',
  postalCode: 'SW1A 1AA',
  country: 'US',
};

const ORDER: SearchedOrder = {
  _id: new Types.ObjectId('665f1c2ab8d4e1a2b3c4d5e6'),
  number: 'RM-7F4K-20QX',
  userName: 'Zoë Ångström',
  userEmail: 'zoe.a@example.com',
  company: address.company,
  poNumber: 'PO-2026/0117',
  phone: '+1 (555) 010-0199',
  address: [
    address.name,
    address.company,
    address.line1,
    'Springfield, IL SW1A 1AA',
    'United States of America',
  ].join('\n'),
  shippingAddress: address,
  lines: [line('Northbeam 480 SSD', 'NB-480-SSD'), line('Spare fan', 'FAN.9')],
  shipments: [
    { _id: new Types.ObjectId(), at: new Date(0), lines: [], trackingNumber: '1Z 999 AA1 01 2345 6784' },
  ],
};

/** `field: text` with what is marked in brackets. */
const shown = (typed: string): string[] =>
  matchesOf(ORDER, typed).map(({ field, text, marks }) => {
    let [marked, end] = ['', 0];
    for (const { from, to } of marks) {
      marked += `${text.slice(end, from)}[${text.slice(from, to)}]`;
      end = to;
    }
    return `${field}: ${marked}${text.slice(end)}`;
  });

describe('why an order was found', () => {
  it.each([
    ['zoe', ['customer: [Zoë] Ångström', 'email: [zoe].a@example.com', 'address: [Zoë] Ångström']],
    ['ÅNGSTR', ['customer: Zoë [Ångstr]öm', 'address: Zoë [Ångstr]öm']],
    ['zoe angstrom', ['customer: [Zoë Ångström]', 'address: [Zoë Ångström]']],
    ['zoe.a@example.com', ['email: [zoe.a@example.com]']],
    ['rm-7f4k', ['number: [RM-7F4K]-20QX']],
    ['RM7F4K2O', ['number: RM-[7F4K-20]QX']],
    ['2OQX', ['number: RM-7F4K-[20QX]']],
    ['k-20qx', ['number: RM-7F4[K-20QX]']],
    ['RM-7F4K-20QX', ['number: [RM-7F4K-20QX]']],
    ['po20260117', ['poNumber: [PO-2026/0117]']],
    ['po 2026 01', ['poNumber: [PO-2026/01]17']],
    ['nb480', ['sku: [NB-480]-SSD']],
    ['fan-9', ['sku: [FAN.9]']],
    ['fan', ['product: Spare [fan]', 'sku: [FAN].9']],
    ['ssd north', ['product: [North]beam 480 [SSD]', 'sku: NB-480-[SSD]']],
    ['555 010 0199', ['phone: +1 ([555) 010-0199]']],
    ['00199', ['phone: +1 (555) 01[0-0199]']],
    ['12 found', ['address: [12 Found]ry Lane']],
    ['sw1a1aa', ['address: Springfield, IL [SW1A 1AA]']],
    ['united', ['address: [United] States of America']],
    ['1z999aa10123', ['trackingNumber: [1Z 999 AA1 01 23]45 6784']],
    ['1Z-999-AA1-01-2345-6784', ['trackingNumber: [1Z 999 AA1 01 2345 6784]']],
    ['665f1c2ab8d4', ['id: [665f1c2ab8d4]e1a2b3c4d5e6']],
    [
      'zoe lane',
      [
        'customer: [Zoë] Ångström',
        'email: [zoe].a@example.com',
        'address: [Zoë] Ångström',
        'address: 12 Foundry [Lane]',
      ],
    ],
    ['gstrom', []],
    ['!?', []],
    ['tel', []],
    ['#99100', []],
  ])('%s', (typed, expected) => expect(shown(typed)).toEqual(expected));

  it('marks repeated and overlapping words once', () => {
    expect(shown('spring springfield springfield')).toEqual([
      'company: [Springfield] Systems Inc.',
      'address: [Springfield], IL SW1A 1AA',
    ]);
  });

  it('says no more than ten texts', () => {
    const lines = Array.from({ length: 40 }, (_, n) => line(`Vane ${n}`, `V-${n}`));
    expect(matchesOf({ ...ORDER, lines }, 'vane')).toHaveLength(10);
  });
});
