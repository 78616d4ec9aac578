import { count, flag, list, positive, sum, text } from './cells.mjs';

/**
 * For each kind of the shop what its specifications are in a part of the data. Values are left as they are, also those that the
 * shop does not know (`LGA 115`), so that the import lists them. What the README of the data calls a default or an error of its
 * own is left empty.
 */

const PROCESSOR = {
  socket: ({ socket }) => text(socket),
  cores: ({ cores }) => positive(cores?.total),
  threads: ({ cores }) => positive(cores?.threads),
  baseGhz: ({ clocks }) => positive(clocks?.performance?.base),
  boostGhz: ({ clocks }) => positive(clocks?.performance?.boost),
  cacheMb: ({ cache }) => positive(cache?.l3),
  architecture: ({ microarchitecture }) => text(microarchitecture),
  tdpW: ({ specifications }) => positive(specifications?.tdp),
  peakW: ({ specifications }) => positive(specifications?.ppt),
  includesCooler: ({ specifications }) => flag(specifications?.includesCooler),
  memoryTypes: ({ specifications }) => list(specifications?.memory?.types),
  memoryChannels: ({ specifications }) => positive(specifications?.memory?.channels),
  memoryMaxGb: ({ specifications }) => positive(specifications?.memory?.maxSupport),
  ecc: ({ specifications }) => flag(specifications?.eccSupport),
  // the word None is said of processors that have none
  integratedGraphics: ({ specifications }) => {
    const model = specifications?.integratedGraphics?.model;
    return typeof model === 'string' ? flag(text(model) !== undefined) : undefined;
  },
};

const isRange = (size) => size.includes('-');

/**
 * How many M.2 slots for drives a board has. In most boards an entry is a length that a slot takes, a range of lengths and then
 * the longest (`2242-2260`, `2280`), so that a range and the length after it are one slot. Key E is the slot of the radio.
 */
export function m2Slots(entries) {
  if (!entries?.length) return undefined;
  const lengths = entries.filter(({ key }) => key !== 'E').map(({ size }) => size ?? '');
  return lengths.filter((size, n) => !(n > 0 && isRange(lengths[n - 1]) && !isRange(size))).length;
}

const networkSpeed = (ports) => {
  const speeds = (ports ?? []).map(({ speed }) => text(speed)).filter(Boolean);
  return speeds.sort((a, b) => parseFloat(b) - parseFloat(a))[0];
};

const MOTHERBOARD = {
  socket: ({ socket }) => text(socket),
  chipset: ({ chipset }) => text(chipset),
  formFactor: (part) => text(part.form_factor),
  memoryType: ({ memory }) => text(memory?.ram_type),
  memorySlots: ({ memory }) => positive(memory?.slots),
  memoryMaxGb: ({ memory }) => positive(memory?.max),
  ecc: (part) => flag(part.ecc_support),
  pcieX16Slots: (part) =>
    part.pcie_slots?.length
      ? sum(0, ...part.pcie_slots.filter(({ lanes }) => lanes === 16).map(({ quantity }) => quantity))
      : undefined,
  m2Slots: (part) => m2Slots(part.m2_slots),
  sataPorts: ({ storage_devices: storage }) => positive(sum(storage?.sata_6_gb_s, storage?.sata_3_gb_s)),
  ethernetGbit: (part) => networkSpeed(part.onboard_ethernet),
  wifi: ({ wireless_networking: wireless }) =>
    typeof wireless === 'string' ? flag(text(wireless) !== undefined) : undefined,
};

const CASE = {
  formFactors: (part) => list(part.supported_motherboard_form_factors),
  supplyFormFactors: (part) => list(part.supported_power_supply_form_factors),
  maxGpuLengthMm: (part) => positive(part.max_video_card_length, 0),
  maxCoolerHeightMm: (part) => positive(part.max_cpu_cooler_height, 0),
  maxSupplyLengthMm: (part) => positive(part.max_psu_length, 0),
  expansionSlots: (part) => positive(part.expansion_slots),
  bays35: (part) => count(part.internal_3_5_bays),
  bays25: (part) => count(part.internal_2_5_bays),
  caseType: (part) => text(part.form_factor),
  sidePanel: (part) => text(part.side_panel),
  // the text of the same has its numbers in changing order
  widthMm: (part) => positive(part.dimensions_mm?.width, 1),
  heightMm: (part) => positive(part.dimensions_mm?.height, 1),
  depthMm: (part) => positive(part.dimensions_mm?.depth, 1),
  weightKg: ({ weight }) => positive(weight, 2) && `${positive(weight, 2)} lb`,
};

/** Outputs of a card by what their names begin with; of a card without any, nobody entered them. */
function outputs(part, name) {
  const all = Object.entries(part.video_outputs ?? {});
  if (!sum(...all.map(([, number]) => number))) return undefined;
  return sum(...all.filter(([key]) => key.startsWith(name)).map(([, number]) => number));
}

/** A slot of PCI Express supplies 75 W. */
const SLOT_W = 75;

/** Plugs of a card; of one that draws more than its slot supplies and has none, nobody entered them. */
function plugs(part, ...names) {
  const all = part.power_connectors ?? {};
  if (!sum(...Object.values(all)) && !(part.tdp > 0 && part.tdp <= SLOT_W)) return undefined;
  return sum(...names.map((name) => all[name]));
}

const GRAPHICS_CARD = {
  chipset: ({ chipset }) => text(chipset),
  memoryGb: ({ memory }) => positive(memory),
  memoryType: (part) => text(part.memory_type),
  memoryBusBit: (part) => positive(part.memory_bus),
  shaders: (part) => positive(part.core_count),
  boostMhz: (part) => positive(part.core_boost_clock),
  interface: (part) => text(part.interface),
  lengthMm: ({ length }) => positive(length, 1),
  slotWidth: (part) => positive(part.total_slot_width, 2),
  fans: ({ cooling }) => {
    if (cooling === 'Passive') return 0;
    const [, fans] = /^(\d) Fans?$/.exec(cooling ?? '') ?? [];
    return fans && Number(fans);
  },
  tdpW: ({ tdp }) => positive(tdp),
  plugs12v: (part) => plugs(part, 'pcie_12VHPWR', 'pcie_12V_2x6'),
  plugs8pin: (part) => plugs(part, 'pcie_8_pin'),
  plugs6pin: (part) => plugs(part, 'pcie_6_pin'),
  hdmiPorts: (part) => outputs(part, 'hdmi'),
  displayPorts: (part) => outputs(part, 'displayport'),
};

/** Supplies from so many watts have cables for a graphics card. */
const CARD_W = 450;

/** Cables for graphics cards; of a large supply without any, nobody entered them. */
function cardCables({ wattage, connectors }, name) {
  const isNone = !sum(connectors?.pcie_6_plus_2_pin, connectors?.pcie_12vhpwr);
  return isNone && !(wattage < CARD_W) ? undefined : count(connectors?.[name]);
}

const POWER_SUPPLY = {
  wattageW: ({ wattage }) => positive(wattage),
  efficiency: (part) => text(part.efficiency_rating),
  formFactor: (part) => text(part.form_factor),
  lengthMm: ({ length }) => positive(length, 1),
  fanless: ({ fanless }) => flag(fanless),
  cables: ({ modular }) => text(modular),
  epsPlugs: ({ connectors }) => positive(connectors?.eps_8_pin),
  pciePlugs: (part) => cardCables(part, 'pcie_6_plus_2_pin'),
  plugs12v: (part) => cardCables(part, 'pcie_12vhpwr'),
  sataPlugs: ({ connectors }) => positive(connectors?.sata),
};

/** Where the data has one value for a range, it is in the lower bound. */
const highest = (max, min, decimals) => positive(max, decimals) ?? positive(min, decimals);

const COOLER = {
  sockets: (part) => list(part.cpu_sockets),
  cooling: (part) => {
    if (part.fanless === true) return 'Passive';
    return typeof part.water_cooled === 'boolean' ? (part.water_cooled ? 'Liquid' : 'Air') : undefined;
  },
  // of liquid coolers it is the height of the pump or of the radiator
  heightMm: (part) => (part.water_cooled ? undefined : positive(part.height, 1)),
  radiatorMm: (part) => (part.water_cooled ? positive(part.radiator_size) : undefined),
  fans: (part) => (part.fanless ? count(part.fan_quantity) : positive(part.fan_quantity)),
  fanMm: (part) => positive(part.fan_size),
  speedRpm: (part) => highest(part.max_fan_rpm, part.min_fan_rpm),
  noiseDb: (part) => highest(part.max_noise_level, part.min_noise_level, 1),
};

/** Where a field has the same default in nearly all parts, only what differs from it was entered. */
const entered = (value, meant) => (value === meant ? flag(true) : undefined);

const MEMORY = {
  memoryType: (part) => text(part.ram_type),
  formFactor: (part) => text(part.form_factor),
  capacityGb: ({ capacity }) => positive(capacity),
  modules: ({ modules }) => positive(modules?.quantity),
  moduleGb: ({ modules }) => positive(modules?.capacity_gb),
  ecc: ({ ecc }) => entered(ecc, 'ECC'),
  registered: ({ registered }) => entered(registered, 'Registered'),
  speedMts: ({ speed }) => positive(speed),
  casLatency: (part) => positive(part.cas_latency),
  voltageV: ({ voltage }) => positive(voltage),
  profiles: (part) => list(part.profile_support),
  heightMm: ({ height }) => positive(height, 1),
  lit: ({ rgb }) => flag(rgb),
};

/** The capacity in GB, which the data cuts to whole terabytes: the name has the rest of it. */
function capacity({ capacity: gigabytes, metadata }) {
  const [, terabytes] = /(\d+\.\d+) ?TB\b/i.exec(metadata?.name ?? '') ?? [];
  const isCut = terabytes && Math.floor(Number(terabytes)) * 1_000 === gigabytes;
  return positive(isCut ? Number(terabytes) * 1_000 : gigabytes, 0);
}

const DRIVE = {
  capacityGb: capacity,
  formFactor: (part) => text(part.form_factor),
  interface: (part) => text(part.interface),
  cacheMb: ({ cache }) => positive(cache),
};

const FAN = {
  sizeMm: ({ size }) => positive(size),
  quantity: ({ quantity }) => positive(quantity),
  connector: ({ connector }) => text(connector),
  pwm: ({ pwm }) => flag(pwm),
  lit: ({ led }) => (typeof led === 'string' ? flag(text(led) !== undefined) : undefined),
  reverse: (part) => (text(part.flow_direction) ? flag(part.flow_direction === 'Reverse') : undefined),
  airflowCfm: (part) => highest(part.max_airflow, part.min_airflow, 2),
  pressureMmH2O: (part) => positive(part.static_pressure, 2),
  noiseDb: (part) => highest(part.max_noise_level, part.min_noise_level, 1),
};

/** By the slugs of the shop's kinds; their columns are `spec.KEY`. */
export const SPECS = {
  processor: PROCESSOR,
  motherboard: MOTHERBOARD,
  case: CASE,
  'graphics-card': GRAPHICS_CARD,
  'power-supply': POWER_SUPPLY,
  cooler: COOLER,
  memory: MEMORY,
  ssd: DRIVE,
  'hard-disk': DRIVE,
  fan: FAN,
};

const DRIVE_KINDS = { SSD: 'ssd', HDD: 'hard-disk', SSHD: 'hard-disk' };

/** The kind of a drive; undefined where the data does not say it. */
export const driveKind = (part) => DRIVE_KINDS[part.type ?? part.storage_type];
