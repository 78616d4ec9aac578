import { option } from './define.js';

/** Options that several kinds have. */

const lga = (number: string, ...aliases: string[]) => option(`LGA ${number}`, `LGA${number}`, ...aliases);

export const SOCKETS = [
  option('AM5'),
  option('AM4'),
  option('AM3+', 'AM3plus'),
  option('AM3'),
  option('AM2+', 'AM2plus'),
  option('AM2'),
  option('AM1'),
  option('FM2+', 'FM2plus'),
  option('FM2'),
  option('FM1'),
  lga('1954'),
  lga('1851'),
  lga('1700'),
  lga('1200'),
  lga('1151'),
  option('LGA 1151 (300 series)', 'LGA1151v2', 'LGA 1151v2'),
  lga('1150'),
  lga('1155'),
  lga('1156'),
  lga('1356'),
  lga('1366'),
  lga('775'),
  lga('2066'),
  lga('2011-3', 'LGA 2011-3 Narrow', 'LGA 2011-v3'),
  lga('2011'),
  lga('3647'),
  lga('4677'),
  option('sTR5'),
  option('sTRX4'),
  option('sTR4', 'sTR4', 'TR4'),
  option('sWRX8'),
  option('SP3'),
  option('SP5'),
  option('SP6'),
  option('G34'),
  option(
    'Soldered',
    'soldered',
    'BGA',
    'Integrated Atom',
    'Integrated Xeon D',
    'Integrated Pentium',
    'Integrated AMD',
  ),
];

export const MEMORY_TYPES = [
  option('DDR5'),
  option('DDR4'),
  option('DDR3'),
  option('DDR2'),
  option('DDR', 'DDR', 'DDR1'),
];

export const BOARD_FORMS = [
  option('E-ATX', 'E-ATX', 'EATX', 'Extended ATX'),
  option('XL-ATX', 'XL-ATX', 'XL ATX'),
  option('ATX'),
  option('Micro-ATX', 'Micro-ATX', 'mATX', 'MicroATX'),
  option('Mini-ITX', 'Mini-ITX', 'ITX'),
  option('Thin Mini-ITX', 'Thin-Mini-ITX'),
  option('Mini-DTX', 'Mini-DTX', 'Mini DTX'),
  option('Flex-ATX', 'Flex-ATX', 'Flex ATX'),
  option('HPTX'),
  option('SSI CEB', 'SSI-CEB'),
  option('SSI EEB', 'SSI-EEB'),
];

export const SUPPLY_FORMS = [
  option('ATX', 'ATX', 'ATX/EPS'),
  option('SFX'),
  option('SFX-L'),
  option('TFX'),
  option('Flex ATX', 'Flex-ATX'),
  option('Mini-ITX'),
  option('Redundant', 'redundant'),
];

export const SATA = [
  option('SATA 6 Gb/s', 'sata-6', 'SATA 6.0 Gb/s', 'SATA', 'SATA III'),
  option('SATA 3 Gb/s', 'sata-3', 'SATA 3.0 Gb/s', 'SATA II'),
  option('SATA 1.5 Gb/s', 'sata-1.5'),
  option('SAS 12 Gb/s', 'sas-12', 'SAS 12.0 Gb/s'),
  option('SAS 6 Gb/s', 'sas-6', 'SAS 6.0 Gb/s'),
  option('SAS 3 Gb/s', 'sas-3', 'SAS 3.0 Gb/s'),
  option('PATA 100', 'pata-100'),
];
