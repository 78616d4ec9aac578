import type { Kind } from '../kind.js';
import { choice, flag, group, measure, ON_CARD, option, quantity, UNENTERED } from './define.js';

const CONNECTORS = [
  option('4-pin PWM', '4-pin'),
  option('3-pin', '3-pin'),
  option(
    '4-pin PWM and 3-pin ARGB',
    '4-pin-argb',
    '4-pin PWM + 3-pin 5V Addressable RGB',
    '4-pin PWM + 3-pin 5V ARGB',
  ),
  option('4-pin PWM and 4-pin RGB', '4-pin-rgb', '4-pin PWM + 4-pin 12V RGB'),
  option('3-pin and 3-pin ARGB', '3-pin-argb', '3-pin + 3-pin 5V Addressable RGB'),
  option('3-pin and 4-pin RGB', '3-pin-rgb', '3-pin + 4-pin 12V RGB'),
  option(
    "Maker's own",
    'own',
    'Proprietary',
    'Proprietary PWM',
    '4-pin PWM + Proprietary RGB',
    'Proprietary PWM + 3-pin 5V Addressable RGB',
  ),
];

export const FAN: Kind = {
  slug: 'fan',
  label: 'Fan',
  plural: 'Fans',
  group: 'Cooling',
  aliases: ['case fan', 'case fans'],
  specs: [
    ...group(
      'Fan',
      measure('sizeMm', 'Size', 'mm', [20, 500], { ...UNENTERED, ...ON_CARD, filter: 'values' }),
      quantity('quantity', 'Fans in the pack', [1, 20], UNENTERED),
      choice('connector', 'Connector', CONNECTORS),
      flag('pwm', 'Speed control (PWM)'),
      flag('lit', 'Lighting'),
      flag('reverse', 'Reverse blades'),
    ),
    ...group(
      'Performance',
      measure('speedRpm', 'Highest speed', 'rpm', [50, 30_000], UNENTERED),
      measure('airflowCfm', 'Airflow', 'CFM', [0.1, 1_000], { ...UNENTERED, ...ON_CARD, decimals: 2 }),
      measure('pressureMmH2O', 'Static pressure', 'mmH2O', [0.01, 100], { ...UNENTERED, decimals: 2 }),
      measure('noiseDb', 'Noise', 'dB', [0.1, 120], { ...UNENTERED, ...ON_CARD, decimals: 1 }),
    ),
  ],
};
