import { invalid } from './errors.js';
import type { Records } from './records.js';

const CONFIRMS = ['decline', 'challenge', 'processing'] as const;
const MODES = ['deliver', 'delay', 'drop', 'duplicate', 'reorder'] as const;

/** What is to go wrong. Counters run down as they are used; README.md explains each. */
export interface LabSettings {
  nextConfirm: (typeof CONFIRMS)[number] | null;
  webhooks: {
    mode: (typeof MODES)[number];
    /** `delay`: how late; `reorder`: how long events are collected before they leave backwards. */
    delayMs: number;
    /** How many events the mode is for before it becomes `deliver`; null: until changed. */
    times: number | null;
  };
  loseConfirmResponse: number;
  failApi: { times: number; status: number };
}

export const LAB_OFF: LabSettings = {
  nextConfirm: null,
  webhooks: { mode: 'deliver', delayMs: 0, times: null },
  loseConfirmResponse: 0,
  failApi: { times: 0, status: 500 },
};

/** Failures on demand. The settings are on disk like everything else; `take…` only inside `Records.write`. */
export class Lab {
  constructor(private readonly records: Records) {}

  read(): LabSettings {
    return (this.records.getNamed('lab') as LabSettings | undefined) ?? LAB_OFF;
  }

  write(settings: LabSettings): void {
    this.records.putNamed(settings, 'lab');
  }

  takeNextConfirm(): LabSettings['nextConfirm'] {
    const settings = this.read();
    if (settings.nextConfirm) this.write({ ...settings, nextConfirm: null });
    return settings.nextConfirm;
  }

  takeLostResponse(): boolean {
    const settings = this.read();
    if (settings.loseConfirmResponse < 1) return false;
    this.write({ ...settings, loseConfirmResponse: settings.loseConfirmResponse - 1 });
    return true;
  }

  /** The status to fail this call with, if it is to fail. */
  takeFailure(): number | null {
    const settings = this.read();
    const { times, status } = settings.failApi;
    if (times < 1) return null;
    this.write({ ...settings, failApi: { times: times - 1, status } });
    return status;
  }

  /** How the next event is to be delivered; null: not at all. */
  takeDelivery(): { count: number; delayMs: number; reorder: boolean } | null {
    const settings = this.read();
    const { mode, delayMs, times } = settings.webhooks;
    if (mode !== 'deliver' && times !== null) {
      const webhooks =
        times > 1
          ? { mode, delayMs, times: times - 1 }
          : { mode: 'deliver' as const, delayMs: 0, times: null };
      this.write({ ...settings, webhooks });
    }
    if (mode === 'drop') return null;
    const waits = mode === 'delay' || mode === 'reorder';
    return { count: mode === 'duplicate' ? 2 : 1, delayMs: waits ? delayMs : 0, reorder: mode === 'reorder' };
  }
}

/**
 * Settings from a JSON body; what is left out is off.
 * @throws ApiError 400 that names the field
 */
export function parseLabSettings(body: unknown): LabSettings {
  const {
    nextConfirm = null,
    webhooks = {},
    loseConfirmResponse = 0,
    failApi = {},
    ...rest
  } = fields(body, '');
  const { mode = 'deliver', delayMs = 0, times = null, ...restOfWebhooks } = fields(webhooks, 'webhooks');
  const { times: failures = 0, status = 500, ...restOfFailures } = fields(failApi, 'failApi');
  const [unknown] = [rest, restOfWebhooks, restOfFailures].flatMap((left) => Object.keys(left));
  if (unknown !== undefined)
    throw invalid(`Received unknown parameter: ${unknown}`, 'parameter_unknown', unknown);
  return {
    nextConfirm: nextConfirm === null ? null : choice(nextConfirm, CONFIRMS, 'nextConfirm'),
    webhooks: {
      mode: choice(mode, MODES, 'webhooks.mode'),
      delayMs: whole(delayMs, 0, 3_600_000, 'webhooks.delayMs'),
      times: times === null ? null : whole(times, 1, 1_000_000, 'webhooks.times'),
    },
    loseConfirmResponse: whole(loseConfirmResponse, 0, 1_000_000, 'loseConfirmResponse'),
    failApi: {
      times: whole(failures, 0, 1_000_000, 'failApi.times'),
      status: whole(status, 400, 599, 'failApi.status'),
    },
  };
}

function fields(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw invalid(`Invalid object${name && `: ${name}`}`, 'parameter_invalid', name || undefined);
}

function choice<T extends string>(value: unknown, allowed: readonly T[], name: string): T {
  if (allowed.includes(value as T)) return value as T;
  throw invalid(`Invalid ${name}: must be one of ${allowed.join(', ')}`, 'parameter_invalid', name);
}

function whole(value: unknown, min: number, max: number, name: string): number {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
  throw invalid(`Invalid ${name}: a whole number from ${min} to ${max}`, 'parameter_invalid', name);
}
