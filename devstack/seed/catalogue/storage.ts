import { BOARD_BLACK, BOARD_GREEN, entries, RED } from './entry.js';

export const STORAGE = entries([
  {
    name: 'Quarry 8 Hard Disk 8 TB',
    description:
      'A 3.5-inch desktop drive with 8 TB on four helium-free platters. It spins at 7,200 rpm behind a 256 MB cache and reads 248 MB/s from the outer tracks. SATA 6 Gb/s, rated for 180 TB a year and one million hours between failures.',
    price: 164.5,
    breaks: [
      [40, 161.5],
      [160, 157.5],
    ],
    minimumOQ: 10,
    availableQ: 640,
    image: {
      kind: 'hard-disk',
      form: 3.5,
      open: true,
      body: '#c4c8ce',
      accent: RED,
      capacity: '8TB',
      series: 'QUARRY',
      speed: '7200 RPM',
    },
  },
  {
    name: 'Quarry 4 Hard Disk 4 TB',
    description:
      'The everyday 3.5-inch drive for builders: 4 TB, 5,400 rpm, 256 MB cache. It idles at 3.2 W and 23 dB, which keeps office machines quiet. Delivered in trays of five with anti-static sleeves.',
    price: 86.9,
    minimumOQ: 5,
    availableQ: 1180,
    image: {
      kind: 'hard-disk',
      form: 3.5,
      open: false,
      body: '#c9cdd3',
      accent: RED,
      capacity: '4TB',
      series: 'QUARRY 4',
      speed: '5400 RPM 256MB',
    },
  },
  {
    name: 'Quarry Vault 20 TB',
    description:
      'An enterprise 3.5-inch drive with ten platters, 20 TB and a 512 MB cache. Rotational vibration sensors hold the heads on track in racks of up to 60 drives. Rated for 550 TB a year, with 2.5 million hours between failures and a five-year warranty.',
    price: 389,
    minimumOQ: 4,
    availableQ: 9,
    image: {
      kind: 'hard-disk',
      form: 3.5,
      open: false,
      body: '#8d9299',
      accent: '#26272c',
      capacity: '20TB',
      series: 'QUARRY VAULT',
      speed: '7200 RPM 512MB',
    },
  },
  {
    name: 'Quarry Mobile 2 TB',
    description:
      'A 7 mm drive for notebooks and small cases: 2 TB, 5,400 rpm, 128 MB cache. A free-fall sensor parks the heads within 120 ms. It draws 1.7 W when seeking.',
    price: 64.25,
    minimumOQ: 10,
    availableQ: 430,
    image: {
      kind: 'hard-disk',
      form: 2.5,
      open: false,
      body: '#b9bec5',
      accent: '#b3282e',
      capacity: '2TB',
      series: 'QUARRY MOBILE',
      speed: '5400 RPM 128MB',
    },
  },
  {
    name: 'Quarry Watch 6 TB',
    description:
      'Made for recorders that write all day: 6 TB tuned for up to 64 camera streams at once. The 5,640 rpm spindle and the smoothed seek keep it at 25 dB. Rated for 180 TB a year at 70 degrees Celsius.',
    price: 132.4,
    minimumOQ: 8,
    availableQ: 0,
    image: {
      kind: 'hard-disk',
      form: 3.5,
      open: true,
      body: '#6b7078',
      accent: '#d9ab4a',
      capacity: '6TB',
      series: 'QUARRY WATCH',
      speed: '5640 RPM',
    },
  },
  {
    name: 'Dart 500 NVMe SSD 1 TB',
    description:
      'An M.2 2280 drive on four PCIe 4.0 lanes: 5,000 MB/s reading, 4,200 MB/s writing. Its DRAM-less controller borrows 64 MB of host memory and stays under 4.1 W. Endurance is 600 TB written.',
    price: 72.8,
    breaks: [
      [50, 70.9],
      [200, 68.5],
    ],
    minimumOQ: 10,
    availableQ: 1560,
    image: { kind: 'ssd', form: 'm2', body: BOARD_GREEN, accent: RED, capacity: '1TB', series: 'DART 500' },
  },
  {
    name: 'Dart 700 NVMe SSD 2 TB with Heatsink',
    description:
      'Our fastest drive: PCIe 5.0, 12,400 MB/s reading and 11,800 MB/s writing with 2 GB of DRAM cache. The anodised heatsink holds the controller under 78 degrees without a fan. Endurance is 1,400 TB written.',
    price: 219.9,
    minimumOQ: 5,
    availableQ: 310,
    image: {
      kind: 'ssd',
      form: 'm2-heatsink',
      body: BOARD_BLACK,
      accent: RED,
      capacity: '2TB',
      series: 'DART 700',
    },
  },
  {
    name: 'Dart S 2.5-inch SSD 960 GB',
    description:
      'The drop-in upgrade for older machines: SATA 6 Gb/s, 560 MB/s reading, 7 mm aluminium shell. Three-bit flash with a 960 MB static cache and 480 TB of endurance. Screws for both common mountings are in the box.',
    price: 58.6,
    breaks: [
      [100, 57.2],
      [400, 55.5],
    ],
    minimumOQ: 20,
    orderStep: 20,
    availableQ: 1040,
    image: { kind: 'ssd', form: 'sata', body: '#3a3c43', accent: RED, capacity: '960GB', series: 'DART S' },
  },
  {
    name: 'Dart DC U.2 SSD 3.84 TB',
    description:
      'A 15 mm data-centre drive with power-loss capacitors and end-to-end data protection. It holds 1.05 million random reads a second at a latency of 72 microseconds. One full drive write a day for five years.',
    price: 468,
    minimumOQ: 4,
    availableQ: 3,
    image: { kind: 'ssd', form: 'u2', body: '#9aa0a8', accent: RED, capacity: '3.84TB', series: 'DART DC' },
  },
  {
    name: 'Dart Go Portable SSD 1 TB',
    description:
      'A pocket drive in a milled shell, 20 Gb/s over USB-C and 2,000 MB/s both ways. It survives drops from two metres and is sealed to IP55. A 25 cm cable with both USB-C and USB-A ends is included.',
    price: 94.75,
    minimumOQ: 12,
    availableQ: 268,
    image: {
      kind: 'ssd',
      form: 'portable',
      body: '#3a3c43',
      accent: RED,
      capacity: '1TB',
      series: 'DART GO',
    },
  },
]);
