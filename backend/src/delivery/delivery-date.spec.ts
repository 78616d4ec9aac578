import { describe, expect, it } from 'vitest';
import type { WorkingTime } from '../common/working-days.js';
import { expectedOn } from './delivery-date.js';

const time: WorkingTime = { cutOffHour: 14, timeZone: 'UTC', holidays: [] };

describe('expectedOn', () => {
  // November 23, 2026 is a Monday
  it.each<[what: string, placed: string, days: number, changes: Partial<WorkingTime>, expected: string]>([
    ['the same day', '2026-11-23T13:59:59.999Z', 0, {}, '2026-11-23'],
    ['at the cut-off', '2026-11-23T14:00:00Z', 0, {}, '2026-11-24'],
    ['two days', '2026-11-23T08:00:00Z', 2, {}, '2026-11-25'],
    ['two days after the cut-off', '2026-11-23T20:00:00Z', 2, {}, '2026-11-26'],
    ['over a weekend', '2026-11-27T08:00:00Z', 1, {}, '2026-11-30'],
    ['late on a Friday', '2026-11-27T15:00:00Z', 0, {}, '2026-11-30'],
    ['early on a Saturday', '2026-11-28T08:00:00Z', 0, {}, '2026-11-30'],
    ['late on a Sunday', '2026-11-29T23:59:00Z', 1, {}, '2026-12-01'],
    ['two weekends', '2026-11-23T08:00:00Z', 10, {}, '2026-12-07'],
    ['no cut-off', '2026-11-23T23:59:59Z', 0, { cutOffHour: 24 }, '2026-11-23'],
    ['never the same day', '2026-11-23T00:00:00Z', 0, { cutOffHour: 0 }, '2026-11-24'],
    ['a holiday of every year', '2026-12-24T08:00:00Z', 1, { holidays: ['12-25'] }, '2026-12-28'],
    ['a holiday of one year', '2026-12-24T08:00:00Z', 1, { holidays: ['2026-12-25'] }, '2026-12-28'],
    ['a holiday of another year', '2026-12-24T08:00:00Z', 1, { holidays: ['2025-12-25'] }, '2026-12-25'],
    ['placed on a holiday', '2026-12-25T08:00:00Z', 0, { holidays: ['12-25'] }, '2026-12-28'],
    ['holidays next to a weekend', '2026-12-24T15:00:00Z', 0, { holidays: ['12-25', '12-28'] }, '2026-12-29'],
    ['over a year', '2026-12-31T08:00:00Z', 1, { holidays: ['01-01'] }, '2027-01-04'],
    ['a leap day', '2028-02-28T08:00:00Z', 1, {}, '2028-02-29'],
    ['a leap day off', '2028-02-28T08:00:00Z', 1, { holidays: ['02-29'] }, '2028-03-01'],
    ['a year', '2026-11-23T08:00:00Z', 260, {}, '2027-11-22'],
    ['a day that began earlier', '2026-11-23T22:00:00Z', 0, { timeZone: 'Asia/Tokyo' }, '2026-11-24'],
    ['a day that begins later', '2026-11-24T03:00:00Z', 0, { timeZone: 'America/Chicago' }, '2026-11-24'],
    ['a Sunday that is a Monday there', '2026-11-22T20:00:00Z', 0, { timeZone: 'Asia/Tokyo' }, '2026-11-23'],
    ['midnight there', '2026-11-23T15:00:00Z', 0, { timeZone: 'Asia/Tokyo' }, '2026-11-24'],
    ['a time zone of half hours', '2026-11-23T08:29:59Z', 0, { timeZone: 'Asia/Kolkata' }, '2026-11-23'],
    ['the cut-off there', '2026-11-23T08:30:00Z', 0, { timeZone: 'Asia/Kolkata' }, '2026-11-24'],
    ['winter time', '2026-11-23T12:59:59Z', 0, { timeZone: 'Europe/Berlin' }, '2026-11-23'],
    ['the cut-off in winter', '2026-11-23T13:00:00Z', 0, { timeZone: 'Europe/Berlin' }, '2026-11-24'],
    ['summer time', '2026-07-06T11:59:59Z', 0, { timeZone: 'Europe/Berlin' }, '2026-07-06'],
    ['the cut-off in summer', '2026-07-06T12:00:00Z', 0, { timeZone: 'Europe/Berlin' }, '2026-07-07'],
    // clocks go forward on Sunday, March 29, 2026, and back on Sunday, October 25
    ['over a spring change', '2026-03-27T12:00:00Z', 1, { timeZone: 'Europe/Berlin' }, '2026-03-30'],
    ['over an autumn change', '2026-10-23T11:00:00Z', 1, { timeZone: 'Europe/Berlin' }, '2026-10-26'],
    ['on a day of 23 hours', '2026-03-28T23:30:00Z', 1, { timeZone: 'Europe/Berlin' }, '2026-03-31'],
  ])('%s: %s + %i days', (_, placed, days, changes, expected) => {
    expect(expectedOn(new Date(placed), days, { ...time, ...changes })).toBe(expected);
  });
});
