import { createHmac } from 'node:crypto';
import { ApiError } from './errors.js';
import { newId } from './ids.js';
import type { Records } from './records.js';

/** A response as it was first sent. */
export interface Result {
  status: number;
  body: object;
}

interface Remembered extends Result {
  endpoint: string;
  fingerprint: string;
  requestId: string;
  /** Milliseconds since 1970. */
  at: number;
}

const KEPT_MS = 24 * 3600 * 1000;

export interface KeyedCall {
  /** The key with the caller's kind in front: browsers and servers do not share keys. */
  key: string;
  /** Method and path. */
  endpoint: string;
  /** The parameters as received. */
  parameters: string;
}

/** Stripe's idempotency keys: the first executed response to a key is replayed for 24 hours. */
export class Idempotency {
  private readonly inProgress = new Set<string>();
  /** Parameters can hold card numbers: what is stored of them must not be searchable by guessing. */
  private readonly pepper: string;

  private constructor(
    private readonly records: Records,
    pepper: string,
  ) {
    this.pepper = pepper;
  }

  static async open(records: Records): Promise<Idempotency> {
    const pepper = await records.write(() => {
      const known = records.getNamed('pepper') as string | undefined;
      if (known !== undefined) return known;
      const made = newId('pepper', 40);
      records.putNamed(made, 'pepper');
      return made;
    });
    return new Idempotency(records, pepper);
  }

  /**
   * The stored response, if there is one; otherwise the key is in progress until `end`.
   * @throws ApiError 400 when the key was used for another call, 409 while its first call is in progress
   */
  begin(call: KeyedCall): { result: Result; originalRequest: string } | null {
    if (this.inProgress.has(call.key)) {
      const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${shown(call)}. You probably want to try again with a different idempotent key or wait.`;
      throw new ApiError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message });
    }
    const known = this.records.getNamed('idempotency', call.key) as Remembered | undefined;
    if (!known || known.at < Date.now() - KEPT_MS) {
      this.inProgress.add(call.key);
      return null;
    }
    if (known.endpoint !== call.endpoint) {
      const message = `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${known.endpoint}' vs '${call.endpoint}'). Try using a key other than '${shown(call)}' if you meant to execute a different request.`;
      throw new ApiError(400, { type: 'idempotency_error', message });
    }
    if (known.fingerprint !== this.fingerprint(call)) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${shown(call)}' if you meant to execute a different request.`;
      throw new ApiError(400, { type: 'idempotency_error', message });
    }
    return { result: { status: known.status, body: known.body }, originalRequest: known.requestId };
  }

  /** Stores the response next to its effects; inside the same `Records.write`. */
  remember(call: KeyedCall, result: Result, requestId: string): void {
    const { endpoint } = call;
    const fingerprint = this.fingerprint(call);
    const remembered: Remembered = { ...result, endpoint, fingerprint, requestId, at: Date.now() };
    this.records.putNamed(remembered, 'idempotency', call.key);
  }

  end(call: KeyedCall): void {
    this.inProgress.delete(call.key);
  }

  /** Forgets what is older than a day; inside `Records.write`. */
  prune(): void {
    const old = Date.now() - KEPT_MS;
    for (const { key, value } of this.records.namedUnder('idempotency')) {
      if ((value as Remembered).at < old) this.records.removeNamed(...key);
    }
  }

  private fingerprint(call: KeyedCall): string {
    return createHmac('sha256', this.pepper).update(call.parameters).digest('base64');
  }
}

const shown = (call: KeyedCall): string => call.key.slice(call.key.indexOf(':') + 1);
