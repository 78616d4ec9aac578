import type { LabSettings, NextConfirm, WebhookMode } from '../../../api/payment-lab';
import { count } from '../../../lib/format';

/** The lab's settings as form values and as sentences. The bounds are the server's. */

export const LAB_OFF: LabSettings = {
  nextConfirm: null,
  webhooks: { mode: 'deliver', delayMs: 0, times: null },
  loseConfirmResponse: 0,
  failApi: { times: 0, status: 500 },
};

export const NEXT_CONFIRMS: readonly (readonly [NextConfirm, string])[] = [
  ['decline', 'Is declined'],
  ['challenge', 'Asks for 3-D Secure first'],
  ['processing', 'Stays in processing for some seconds'],
];

export const WEBHOOK_MODES: readonly (readonly [WebhookMode, string])[] = [
  ['deliver', 'Arrive as they should'],
  ['delay', 'Arrive late'],
  ['drop', 'Are lost'],
  ['duplicate', 'Arrive twice'],
  ['reorder', 'Arrive in the wrong order'],
];

export type LabValues = {
  nextConfirm: NextConfirm | '';
  mode: WebhookMode;
  delayMs: string;
  eventTimes: string;
  loseConfirmResponse: string;
  failTimes: string;
  failStatus: string;
};

export const toValues = ({
  nextConfirm,
  webhooks,
  loseConfirmResponse,
  failApi,
}: LabSettings): LabValues => ({
  nextConfirm: nextConfirm ?? '',
  mode: webhooks.mode,
  delayMs: String(webhooks.delayMs),
  eventTimes: webhooks.times === null ? '' : String(webhooks.times),
  loseConfirmResponse: String(loseConfirmResponse),
  failTimes: String(failApi.times),
  failStatus: String(failApi.status),
});

/** Only these modes wait. */
export const waits = (mode: WebhookMode): boolean => mode === 'delay' || mode === 'reorder';

export const toSettings = (values: LabValues): LabSettings => ({
  nextConfirm: values.nextConfirm || null,
  webhooks: {
    mode: values.mode,
    delayMs: waits(values.mode) ? Number(values.delayMs) : 0,
    times: values.mode === 'deliver' || values.eventTimes.trim() === '' ? null : Number(values.eventTimes),
  },
  loseConfirmResponse: Number(values.loseConfirmResponse),
  failApi: { times: Number(values.failTimes), status: Number(values.failStatus) },
});

const outside = (text: string, min: number, max: number): string | undefined =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
    ? undefined
    : `A whole number from ${count(min)} to ${count(max)}`;

export const checkLab = (values: LabValues): Partial<Record<keyof LabValues, string>> => ({
  delayMs: waits(values.mode) ? outside(values.delayMs, 0, 3_600_000) : undefined,
  eventTimes:
    values.mode === 'deliver' || values.eventTimes.trim() === ''
      ? undefined
      : outside(values.eventTimes, 1, 1_000),
  loseConfirmResponse: outside(values.loseConfirmResponse, 0, 1_000),
  failTimes: outside(values.failTimes, 0, 1_000),
  failStatus: outside(values.failStatus, 400, 599),
});

const CONFIRM_TEXT: Record<NextConfirm, string> = {
  decline: 'The next card is declined.',
  challenge: 'The next card needs 3-D Secure first.',
  processing: 'The next payment stays in processing for some seconds.',
};

function webhookText({ mode, delayMs, times }: LabSettings['webhooks']): string | undefined {
  if (mode === 'deliver') return undefined;
  const events =
    times === null ? 'All webhooks' : times === 1 ? 'The next webhook' : `The next ${count(times)} webhooks`;
  const one = times === 1;
  const seconds = `${delayMs / 1_000} s`;
  if (mode === 'delay') return `${events} ${one ? 'arrives' : 'arrive'} ${seconds} late.`;
  if (mode === 'drop') return `${events} ${one ? 'is' : 'are'} lost.`;
  if (mode === 'duplicate') return `${events} ${one ? 'arrives' : 'arrive'} twice.`;
  return `${events} ${one ? 'is' : 'are'} collected for ${delayMs ? seconds : '1 s'} and sent newest first.`;
}

/** What goes wrong now, a sentence each; none when all is well. */
export function labText({ nextConfirm, webhooks, loseConfirmResponse, failApi }: LabSettings): string[] {
  const lost =
    loseConfirmResponse === 1
      ? 'The next confirmation is carried out, and the browser gets no response.'
      : `The next ${count(loseConfirmResponse)} confirmations are carried out, and the browser gets no response.`;
  const failing =
    failApi.times === 1
      ? `The shop's next call to the provider fails with ${failApi.status}.`
      : `The shop's next ${count(failApi.times)} calls to the provider fail with ${failApi.status}.`;
  return [
    nextConfirm && CONFIRM_TEXT[nextConfirm],
    webhookText(webhooks),
    loseConfirmResponse > 0 && lost,
    failApi.times > 0 && failing,
  ].filter((text) => typeof text === 'string');
}
