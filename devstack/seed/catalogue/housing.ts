import { BOARD_GREEN, entries, GLOW, IVORY, RED } from './entry.js';

const BLUE = '#2f6fdb';

export const HOUSING = entries([
  {
    name: 'Dynamo 850 Gold Power Supply',
    description:
      '850 W, fully modular, 92 per cent efficient at half load. Japanese-grade capacitors at 105 degrees and a 135 mm fan that rests below 300 W. Twelve-pin graphics plug for 600 W included, ten-year warranty.',
    price: 118,
    minimumOQ: 8,
    availableQ: 486,
    image: {
      kind: 'power-supply',
      width: 150,
      depth: 150,
      height: 86,
      watts: 850,
      body: '#3a3c43',
      accent: RED,
      end: 'modular',
      grade: 'GOLD',
    },
  },
  {
    name: 'Dynamo 1000 Platinum Power Supply',
    description:
      'A kilowatt on one 83 A rail with 94 per cent efficiency. White housing and white flat cables for show builds. Holds for 20 ms when the mains drops.',
    price: 184.5,
    minimumOQ: 5,
    availableQ: 14,
    image: {
      kind: 'power-supply',
      width: 150,
      depth: 150,
      height: 86,
      watts: 1000,
      body: '#d9d7d2',
      accent: RED,
      end: 'mains',
      grade: 'PLATINUM',
    },
  },
  {
    name: 'Dynamo 550 Bronze Power Supply',
    description:
      'The sensible supply for office and entry machines: 550 W, 88 per cent, fixed flat cables. Protected against overload, short circuit, heat and surges. 120 mm fan, 14 cm deep.',
    price: 49.9,
    breaks: [
      [50, 48.5],
      [200, 46.9],
    ],
    minimumOQ: 10,
    availableQ: 1450,
    image: {
      kind: 'power-supply',
      width: 150,
      depth: 140,
      height: 86,
      watts: 550,
      body: '#4a4d55',
      accent: '#c47b4a',
      end: 'mains',
      grade: 'BRONZE',
    },
  },
  {
    name: 'Dynamo SFX 650 Power Supply',
    description:
      'The small format with full power: 650 W in 125 x 100 x 63 mm, all cables detachable. Its 92 mm fan stays off up to 40 per cent load. An adapter plate for ATX cases is in the box.',
    price: 109.2,
    minimumOQ: 6,
    availableQ: 232,
    image: {
      kind: 'power-supply',
      width: 125,
      depth: 128,
      height: 70,
      watts: 650,
      body: '#2b2d33',
      accent: RED,
      end: 'modular',
      grade: 'GOLD SFX',
    },
  },
  {
    name: 'Bastion One Tower Case',
    description:
      'A mid tower with a 4 mm glass side and a mesh front behind three lit 120 mm fans. Room for cards of 40 cm, coolers of 170 mm and radiators of 360 mm. Steel of 0.8 mm, 7.4 kg.',
    price: 92.4,
    minimumOQ: 4,
    availableQ: 318,
    image: {
      kind: 'case',
      width: 215,
      length: 430,
      height: 440,
      body: '#3a3c43',
      accent: RED,
      side: 'glass',
      glow: GLOW,
      fans: 3,
    },
  },
  {
    name: 'Bastion One White Tower Case',
    description:
      'The same tower coated in warm white inside and out. Two 140 mm fans in front, cable channels behind the board tray, magnetic dust filters on three sides. Glass and mesh sides can be swapped.',
    price: 97.4,
    minimumOQ: 4,
    availableQ: 6,
    image: {
      kind: 'case',
      width: 215,
      length: 430,
      height: 440,
      body: IVORY,
      accent: RED,
      side: 'glass',
      glow: '#ff9a6b',
      fans: 2,
    },
  },
  {
    name: 'Bastion Cube Mini-ITX Case',
    description:
      'Eighteen litres for a full-length two-slot card and a 140 mm cooler. Perforated sides on all four faces, one quiet 140 mm fan, a strap on top to carry it. Flat-packed inner parts, 4.1 kg.',
    price: 74.8,
    minimumOQ: 6,
    availableQ: 190,
    image: {
      kind: 'case',
      width: 230,
      length: 290,
      height: 330,
      body: IVORY,
      accent: RED,
      side: 'mesh',
      fans: 1,
    },
  },
  {
    name: 'Bastion Rack 4U Server Chassis',
    description:
      'A 19-inch chassis with eight hot-swap bays behind red latches. Fits boards to 12 x 13 inches, ATX or redundant supplies, and three 120 mm fans in the wall. Rails are included; 16.2 kg.',
    price: 246,
    minimumOQ: 2,
    availableQ: 41,
    image: {
      kind: 'case',
      width: 430,
      length: 420,
      height: 170,
      body: '#4a4d55',
      accent: RED,
      side: 'rack',
      fans: 0,
    },
  },
  {
    name: 'Junction 6 USB Hub',
    description:
      'Four USB-A and two USB-C ports at 10 Gb/s in a milled shell, powered over its own USB-C inlet. Each port is fused at 1.5 A and can be switched off by software. 60 cm braided lead.',
    price: 24.6,
    breaks: [
      [100, 23.9],
      [400, 22.8],
    ],
    minimumOQ: 25,
    availableQ: 910,
    image: { kind: 'usb-ports', type: 'hub', body: '#3a3c43', accent: BLUE, ports: 'aaaacc' },
  },
  {
    name: 'Junction PCIe USB Expansion Card',
    description:
      'Adds two USB-A and one USB-C port of 10 Gb/s to any machine with a PCIe x4 slot. Own supply plug for 3 A on every port. Full and half-height brackets included.',
    price: 29.9,
    minimumOQ: 20,
    availableQ: 365,
    image: { kind: 'usb-ports', type: 'card', body: BOARD_GREEN, accent: BLUE, ports: 'aac' },
  },
  {
    name: 'Junction Front Panel 3.5-inch',
    description:
      'Puts two USB-A and one USB-C port into a 3.5-inch bay. Shielded 70 cm leads end in the 20-pin and the key-A header. Black front, steel body, four screws.',
    price: 13.75,
    minimumOQ: 30,
    availableQ: 21,
    image: { kind: 'usb-ports', type: 'panel', body: '#2b2d33', accent: BLUE, ports: 'aac' },
  },
  {
    name: 'Junction USB-A Board Connector, Tray of 9',
    description:
      'Right-angle USB-A receptacles for reflow soldering, nine pins, 5 Gb/s. Shell of tinned brass, contacts with 0.8 micrometres of gold, 5,000 matings. Sold by the tray.',
    price: 8.1,
    breaks: [
      [500, 7.65],
      [1_000, 7.1],
    ],
    minimumOQ: 100,
    availableQ: 5400,
    image: { kind: 'usb-ports', type: 'connector', body: '#2b2d33', accent: BLUE, ports: 'a' },
  },
  {
    name: 'Junction USB-C Board Connector, Tray of 9',
    description:
      'Mid-mount USB-C receptacles with 24 contacts for 40 Gb/s and 5 A. Stainless shell with four anchors, 10,000 matings. Moisture level 1, sold by the tray.',
    price: 11.35,
    minimumOQ: 100,
    availableQ: 260,
    lowStockAt: 400,
    image: { kind: 'usb-ports', type: 'connector', body: '#3a3c43', accent: BLUE, ports: 'c' },
  },
]);
