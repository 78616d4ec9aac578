import { expect, it } from 'vitest';
import { shortDay } from '../../ui-admin/time';
import { dueText } from './dispute-text';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const HOUR_MS = 3_600_000;

it.each([
  [24 * 7, ''],
  [24 * 7 - 1, ', 6 days left'],
  [24 * 2, ', 2 days left'],
  [24 * 2 - 1, ', 1 day left'],
  [1, ', less than a day left'],
  [-1, ', too late'],
])('says a dispute to be responded to in %i hours', (hours, left) => {
  const due = new Date(NOW + hours * HOUR_MS);
  expect(dueText(due.toISOString(), NOW)).toBe(`${shortDay(due)}${left}`);
});
