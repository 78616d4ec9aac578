import { BLACK, entries, RED } from './entry.js';

export const CABLES = entries([
  {
    name: 'Tether USB-C Cable 2 m',
    description:
      'Two metres, 240 W and 10 Gb/s with a woven sleeve. The plugs are moulded in one piece and survive 20,000 bends. Marked with its rating on both ends.',
    price: 8.9,
    breaks: [
      [500, 8.3],
      [1_000, 7.7],
    ],
    minimumOQ: 100,
    availableQ: 3900,
    image: {
      kind: 'cable',
      colour: '#2b2d33',
      plug: '#3a3c43',
      accent: RED,
      ends: 'usb-c',
      width: 7,
      braid: true,
      loops: 3,
    },
  },
  {
    name: 'Tether SATA Data Cable 50 cm',
    description:
      'Red 26 AWG cable for 6 Gb/s with latches at both ends. Half a metre long, straight to straight. Packed in bags of ten for the workbench.',
    price: 2.45,
    breaks: [
      [500, 2.25],
      [2_000, 2],
      [5_000, 1.8],
    ],
    minimumOQ: 100,
    orderStep: 100,
    availableQ: 12400,
    image: {
      kind: 'cable',
      colour: '#c8242b',
      plug: '#26272c',
      accent: '#f4f2ee',
      ends: 'sata',
      width: 9,
      braid: false,
      loops: 2,
    },
  },
  {
    name: 'Tether DisplayPort Cable 3 m',
    description:
      'Certified for 80 Gb/s: 8K at 60 Hz or 4K at 240 Hz over three metres. Double shield, gold contacts, latch on both plugs. Halogen-free jacket.',
    price: 14.2,
    minimumOQ: 50,
    availableQ: 0,
    image: {
      kind: 'cable',
      colour: '#33353b',
      plug: '#26272c',
      accent: RED,
      ends: 'display',
      width: 10,
      braid: false,
      loops: 3,
    },
  },
  {
    name: 'Tether 24-pin Sleeved Extension',
    description:
      'A 30 cm extension for the main supply plug in red and black sleeves. 18 AWG copper, combs every 8 cm, crimped rather than glued. Fits every ATX supply.',
    price: 15.8,
    minimumOQ: 20,
    availableQ: 570,
    image: {
      kind: 'cable',
      colour: '#2b2d33',
      plug: '#26272c',
      accent: RED,
      ends: 'atx',
      width: 7,
      braid: true,
      loops: 1,
    },
  },
  {
    name: 'Tether Fan Extension 60 cm',
    description:
      'Moves a 4-pin fan to the far header: 60 cm, sleeved in black, 26 AWG. Carries speed control and tachometer. Keyed plugs, sold in bags of twenty.',
    price: 3.2,
    minimumOQ: 100,
    availableQ: 0,
    image: {
      kind: 'cable',
      colour: BLACK,
      plug: BLACK,
      accent: RED,
      ends: 'fan',
      width: 4.6,
      braid: true,
      loops: 2,
    },
  },
]);
