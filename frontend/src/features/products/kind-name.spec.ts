import { expect, it } from 'vitest';
import { kindName } from './kind-name';

it.each([
  ['hard-disk', 'Hard disk'],
  ['ssd', 'SSD'],
  ['usb-ports', 'USB ports'],
  ['fan', 'Fan'],
  ['', ''],
])('the kind %j reads %j', (kind, text) => {
  expect(kindName(kind)).toBe(text);
});
