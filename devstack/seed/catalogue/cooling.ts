import { BLACK, entries, GLOW, IVORY, RED } from './entry.js';

const STEEL_FINS = '#c9cdd3';
const COPPER = '#c47b4a';
const GREY_BLADE = '#4a4d55';

export const COOLING = entries([
  {
    name: 'Glacis 120 Tower CPU Cooler',
    description:
      'Four 6 mm copper pipes, 46 aluminium fins and one 120 mm fan carry 180 W off a processor. 155 mm tall, with an offset that clears the first memory slot. The fan runs from 500 to 1,800 rpm.',
    price: 34.9,
    breaks: [
      [100, 33.9],
      [400, 32.5],
    ],
    minimumOQ: 20,
    availableQ: 1320,
    image: {
      kind: 'cooler',
      type: 'tower',
      fins: STEEL_FINS,
      cover: BLACK,
      blade: GREY_BLADE,
      pipe: COPPER,
      accent: RED,
    },
  },
  {
    name: 'Glacis Twin CPU Cooler',
    description:
      'Two towers and two fans for 250 W, still under 25 dB at half load. Six nickel-plated pipes end in a milled copper base. 162 mm tall and 140 mm deep: check the case first.',
    price: 69.5,
    minimumOQ: 10,
    availableQ: 356,
    image: {
      kind: 'cooler',
      type: 'dual',
      fins: STEEL_FINS,
      cover: BLACK,
      blade: RED,
      pipe: COPPER,
      accent: RED,
    },
  },
  {
    name: 'Glacis Low 47 CPU Cooler',
    description:
      'Only 47 mm tall for slim and mini cases. A 92 mm fan blows down through four pipes and cools the board around the socket too. Good for 95 W.',
    price: 27.8,
    minimumOQ: 20,
    availableQ: 38,
    image: {
      kind: 'cooler',
      type: 'low',
      fins: STEEL_FINS,
      cover: BLACK,
      blade: GREY_BLADE,
      pipe: COPPER,
      accent: RED,
    },
  },
  {
    name: 'Glacis Silent Passive CPU Cooler',
    description:
      'No fan at all: 18 thick fins at 5 mm spacing move 65 W by convection. Black anodised, eight pipes, 158 mm tall. Used by studios and hospitals.',
    price: 58,
    minimumOQ: 10,
    availableQ: 7,
    image: {
      kind: 'cooler',
      type: 'passive',
      fins: '#4a4d55',
      cover: BLACK,
      blade: GREY_BLADE,
      pipe: STEEL_FINS,
      accent: RED,
    },
  },
  {
    name: 'Glacis Flow 240 Liquid Cooler',
    description:
      'A sealed 240 mm loop for 280 W with a ceramic-bearing pump at 2,800 rpm. Sleeved 40 cm hoses, two lit 120 mm fans, all fittings swivel. Filled for six years of service.',
    price: 98.6,
    minimumOQ: 6,
    availableQ: 274,
    image: {
      kind: 'cooler',
      type: 'liquid',
      fins: STEEL_FINS,
      cover: BLACK,
      blade: GREY_BLADE,
      pipe: COPPER,
      accent: RED,
      glow: GLOW,
      fans: 2,
    },
  },
  {
    name: 'Glacis Flow 360 White Liquid Cooler',
    description:
      'Three fans and a 360 mm radiator in warm white for 350 W. The pump speed follows the water, not the chip, so it does not hunt. The display ring takes its colour from the mainboard.',
    price: 134,
    minimumOQ: 4,
    availableQ: 120,
    image: {
      kind: 'cooler',
      type: 'liquid',
      fins: STEEL_FINS,
      cover: IVORY,
      blade: '#d2d0cc',
      pipe: COPPER,
      accent: RED,
      glow: '#ff8a5c',
      fans: 3,
    },
  },
  {
    name: 'Halyard 120 Case Fan',
    description:
      'A 120 mm fan with nine swept blades and a fluid bearing: 97 m3/h at 1,500 rpm and 21 dB. Rubber corners keep vibration out of the case. 45 cm lead with a 4-pin plug.',
    price: 7.95,
    breaks: [
      [500, 7.4],
      [2_000, 6.9],
    ],
    minimumOQ: 100,
    orderStep: 20,
    availableQ: 8200,
    image: {
      kind: 'fan',
      size: 120,
      depth: 25,
      blades: 9,
      frame: BLACK,
      blade: GREY_BLADE,
      pads: '#7a1f24',
    },
  },
  {
    name: 'Halyard 140 Red Case Fan',
    description:
      'Seven wide blades in our red move 124 m3/h at a calm 1,100 rpm. Starts at 3.5 V and can stand still on boards that allow it. Rated for 80,000 hours at 40 degrees.',
    price: 9.4,
    breaks: [
      [200, 8.9],
      [1_000, 8.35],
    ],
    minimumOQ: 50,
    availableQ: 2350,
    image: { kind: 'fan', size: 140, depth: 25, blades: 7, frame: BLACK, blade: RED },
  },
  {
    name: 'Halyard Glow White Case Fan',
    description:
      'Eleven translucent blades inside a ring of 24 lights, in a white frame. 102 m3/h at 1,600 rpm, with static pressure enough for radiators. Lights and motor share one cable.',
    price: 13.2,
    minimumOQ: 40,
    availableQ: 96,
    image: { kind: 'fan', size: 120, depth: 25, blades: 11, frame: IVORY, blade: '#d2d0cc', glow: GLOW },
  },
  {
    name: 'Halyard Glow Triple Pack',
    description:
      'Three lit 120 mm fans with a small hub that drives all of them from one header. Matched within 3 per cent of speed so that they do not beat. Screws, dampers and a 60 cm lead included.',
    price: 36.8,
    minimumOQ: 20,
    availableQ: 640,
    image: {
      kind: 'fan',
      size: 120,
      depth: 25,
      blades: 9,
      frame: BLACK,
      blade: GREY_BLADE,
      glow: GLOW,
      count: 3,
    },
  },
  {
    name: 'Halyard Server 80 High-Pressure Fan',
    description:
      'An 80 x 38 mm fan for racks: 11,000 rpm, 28 mm of water, dual ball bearings. Reports its speed and stops safely when blocked. Not for desks: 58 dB at full speed.',
    price: 16.6,
    minimumOQ: 25,
    availableQ: 480,
    image: {
      kind: 'fan',
      size: 80,
      depth: 38,
      blades: 5,
      frame: '#2b2d33',
      blade: '#8d9299',
      pads: '#d9ab4a',
    },
  },
]);
