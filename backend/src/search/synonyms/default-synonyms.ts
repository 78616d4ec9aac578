/** The synonyms of a new shop, which its admins edit. */
export const DEFAULT_SYNONYMS: readonly (readonly string[])[] = [
  ['gpu', 'graphics card', 'video card', 'graphics adapter'],
  ['psu', 'power supply', 'power supply unit'],
  ['mobo', 'motherboard', 'mainboard', 'system board'],
  ['ram', 'memory'],
  ['cpu', 'processor'],
  ['nvme', 'm.2 pcie'],
  ['hdd', 'hard disk', 'hard drive'],
  ['ssd', 'solid state drive'],
  ['aio', 'water cooler', 'liquid cooler'],
  ['case', 'chassis', 'enclosure'],
  ['wifi', 'wireless'],
  ['rgb', 'argb'],
];
