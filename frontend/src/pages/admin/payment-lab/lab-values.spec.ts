import { describe, expect, it } from 'vitest';
import type { LabSettings } from '../../../api/payment-lab';
import { checkLab, LAB_OFF, labText, toSettings, toValues, type LabValues } from './lab-values';

const all: LabSettings = {
  nextConfirm: 'challenge',
  webhooks: { mode: 'delay', delayMs: 2_500, times: 3 },
  loseConfirmResponse: 2,
  failApi: { times: 4, status: 503 },
};
const off = toValues(LAB_OFF);

describe('the form of the lab', () => {
  it.each([[LAB_OFF], [all]])('shows settings and sends them as they were', (settings) => {
    expect(toSettings(toValues(settings))).toEqual(settings);
    expect(Object.values(checkLab(toValues(settings))).filter(Boolean)).toEqual([]);
  });

  it('sends no figure that its mode has no use for', () => {
    const { webhooks } = toSettings({ ...off, mode: 'drop', delayMs: '900', eventTimes: '2' });
    expect(webhooks).toEqual({ mode: 'drop', delayMs: 0, times: 2 });
    expect(toSettings({ ...off, delayMs: '900', eventTimes: '2' }).webhooks).toEqual(LAB_OFF.webhooks);
  });

  it.each<[keyof LabValues, Partial<LabValues>]>([
    ['delayMs', { mode: 'delay', delayMs: '3600001' }],
    ['delayMs', { mode: 'reorder', delayMs: '' }],
    ['eventTimes', { mode: 'drop', eventTimes: '0' }],
    ['loseConfirmResponse', { loseConfirmResponse: '1.5' }],
    ['loseConfirmResponse', { loseConfirmResponse: '-1' }],
    ['failTimes', { failTimes: '1001' }],
    ['failStatus', { failStatus: '200' }],
  ])('refuses %s of %j', (field, values) => {
    expect(checkLab({ ...off, ...values })[field]).toMatch(/^A whole number from/);
  });

  it('does not look at figures that are not used', () => {
    expect(checkLab({ ...off, delayMs: 'x', eventTimes: 'x' })).toMatchObject({
      delayMs: undefined,
      eventTimes: undefined,
    });
  });
});

describe('the sentences', () => {
  it('say nothing when all is well', () => {
    expect(labText(LAB_OFF)).toEqual([]);
  });

  it('say everything that goes wrong', () => {
    expect(labText(all)).toEqual([
      'The next card needs 3-D Secure first.',
      'The next 3 webhooks arrive 2.5 s late.',
      'The next 2 confirmations are carried out, and the browser gets no response.',
      "The shop's next 4 calls to the provider fail with 503.",
    ]);
  });

  it.each<[LabSettings['webhooks'], string]>([
    [{ mode: 'drop', delayMs: 0, times: null }, 'All webhooks are lost.'],
    [{ mode: 'duplicate', delayMs: 0, times: 1 }, 'The next webhook arrives twice.'],
    [
      { mode: 'reorder', delayMs: 0, times: 2 },
      'The next 2 webhooks are collected for 1 s and sent newest first.',
    ],
  ])('say of webhooks %j: %s', (webhooks, text) => {
    expect(labText({ ...LAB_OFF, webhooks })).toEqual([text]);
  });
});
