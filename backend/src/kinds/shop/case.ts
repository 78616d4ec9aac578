import type { Kind } from '../kind.js';
import {
  choice,
  choices,
  group,
  measure,
  NONE_IS_0,
  ON_CARD,
  option,
  quantity,
  UNENTERED,
} from './define.js';
import { BOARD_FORMS, SUPPLY_FORMS } from './options.js';

const CASE_TYPES = [
  option('Full tower', 'full-tower', 'ATX Full Tower', 'EATX Full Tower'),
  option('Mid tower', 'mid-tower', 'ATX Mid Tower', 'EATX Mid Tower', 'Micro ATX Mid Tower'),
  option('Mini tower', 'mini-tower', 'ATX Mini Tower', 'Micro ATX Mini Tower', 'Mini ITX Tower'),
  option('Slim tower', 'slim-tower', 'Micro ATX Slim Tower'),
  option('Cube', 'cube'),
  option('Desktop', 'desktop', 'ATX Desktop', 'Micro ATX Desktop', 'HTPC'),
  option('Rack', 'rack', '4U'),
  option('Test bench', 'test-bench', 'ATX Test Bench', 'Mini ITX Test Bench'),
];

const SIDE_PANELS = [
  option('Tempered glass', 'glass'),
  option('Tinted tempered glass', 'tinted-glass'),
  option('Acrylic', 'acrylic', 'Tinted Acrylic'),
  option('Mesh', 'mesh'),
  option('Solid', 'solid', 'Steel', 'Aluminum', 'Aluminium'),
];

export const CASE: Kind = {
  slug: 'case',
  label: 'Case',
  plural: 'Cases',
  group: '',
  aliases: ['pc case', 'chassis', 'tower'],
  specs: [
    ...group(
      'What fits',
      choices('formFactors', 'Motherboards', BOARD_FORMS, ON_CARD),
      choices('supplyFormFactors', 'Power supplies', SUPPLY_FORMS),
      measure('maxGpuLengthMm', 'Longest graphics card', 'mm', [50, 1_000], { ...UNENTERED, ...ON_CARD }),
      measure('maxCoolerHeightMm', 'Highest CPU cooler', 'mm', [20, 400], { ...UNENTERED, ...ON_CARD }),
      measure('maxSupplyLengthMm', 'Longest power supply', 'mm', [50, 500], UNENTERED),
      measure('maxRadiatorMm', 'Largest radiator', 'mm', [80, 600], UNENTERED),
      quantity('expansionSlots', 'Expansion slots', [1, 20], UNENTERED),
      quantity('bays35', '3.5-inch bays', [0, 60], NONE_IS_0),
      quantity('bays25', '2.5-inch bays', [0, 60], NONE_IS_0),
    ),
    ...group(
      'Body',
      choice('caseType', 'Type', CASE_TYPES),
      choice('sidePanel', 'Side panel', SIDE_PANELS),
      quantity('fans', 'Fans included', [0, 20], NONE_IS_0),
      measure('widthMm', 'Width', 'mm', [20, 1_500], { ...UNENTERED, decimals: 1 }),
      measure('heightMm', 'Height', 'mm', [20, 1_500], { ...UNENTERED, decimals: 1 }),
      measure('depthMm', 'Depth', 'mm', [20, 1_500], { ...UNENTERED, decimals: 1 }),
      measure('weightKg', 'Weight', 'kg', [0.1, 100], { ...UNENTERED, decimals: 2 }),
    ),
  ],
};
