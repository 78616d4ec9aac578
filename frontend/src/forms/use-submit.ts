import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { asApiError } from '../api/problem';
import { useIdempotencyKey, type IdempotencyKey } from './idempotency';

/** What is said about a submit that failed. */
export interface Problem {
  /** Field → message. */
  errors: Readonly<Record<string, string>>;
  /** A sentence about the whole. */
  detail: string;
}

export interface SubmitOptions<Body, Result> {
  /** @param key the idempotency key of this body, for calls that create */
  send: (body: Body, key: string) => Promise<Result>;
  onDone?: (result: Result, body: Body) => unknown;
  /** Shows messages at their fields; false when one has no field here. */
  showErrors?: (errors: Problem['errors']) => boolean;
  /** Somebody else has changed what the form was opened with (412): shows theirs next to what was typed. */
  onConflict?: (body: Body) => unknown;
  /** For errors that are not the shop's, and for sentences that say more than the shop's. */
  problemOf?: (error: unknown) => Problem;
  /** What was typed is sent: the form is not dirty any more. */
  onSent?: () => void;
  /** Of a parent that lives longer, so that a form opened again does not send the same twice. */
  idempotencyKey?: IdempotencyKey;
}

/** How every form is sent: one request at a time, with the key of its body, and each message where it belongs. */
export function useSubmit<Body, Result>(options: SubmitOptions<Body, Result>) {
  const { send, onDone, showErrors, onConflict, problemOf = asApiError, onSent } = options;
  const isRunning = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const ownKey = useIdempotencyKey();
  const { idempotencyKey: key = ownKey } = options;

  const fail = async (error: unknown, body: Body | undefined): Promise<void> => {
    if (onConflict && body !== undefined && asApiError(error).status === 412)
      return void (await onConflict(body));
    const { errors, detail } = problemOf(error);
    const areShown = Object.keys(errors).length > 0 && showErrors?.(errors);
    setRefusal(areShown ? undefined : detail);
  };

  /** @param next `undefined` when there is nothing to send after all, such as without the photo that was to be uploaded */
  const submit = async (next: Body | Promise<Body | undefined>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setRefusal(undefined);
    let body: Body | undefined;
    let result: Result;
    try {
      body = await next;
      if (body === undefined) return;
      result = await send(body, key.for(body));
      key.complete();
    } catch (error) {
      key.complete(error);
      return await fail(error, body);
    } finally {
      isRunning.current = false;
      // at once: what follows may leave the page, and must not be asked whether to
      flushSync(() => setBusy(false));
    }
    if (onSent) flushSync(onSent);
    await onDone?.(result, body);
  };

  return { submit, busy, refusal, setRefusal };
}
