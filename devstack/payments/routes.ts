import { browserView, requireClientSecret, requireSecretKey, type KeyKind } from './access.js';
import type { ErrorBody } from './errors.js';
import type { Result } from './idempotency.js';
import { importIntents } from './import.js';
import type { Attempt, Caller } from './intents.js';
import { parseLabSettings } from './lab.js';
import { expandPaths, listObjects } from './lists.js';
import type { Params } from './params.js';
import type { Sandbox } from './sandbox.js';
import type { Kind } from './types.js';

export interface Call {
  /** The `:id` of the path. */
  id: string;
  path: string;
  key: KeyKind;
  params: Params;
  /** The parsed JSON body, on `/sandbox` routes. */
  json: unknown;
  caller: Caller;
}
export interface RouteResult extends Result {
  /** Executed, but the response is never sent: `loseConfirmResponse` of the failure lab. */
  lost?: boolean;
}
export interface Route {
  method: 'GET' | 'POST' | 'PUT';
  path: RegExp;
  /** Runs inside `Records.write` unless the method is GET. */
  handle: (sandbox: Sandbox, call: Call) => RouteResult;
}

const secretOnly =
  (handle: Route['handle']): Route['handle'] =>
  (sandbox, call) => {
    requireSecretKey(call.key);
    return handle(sandbox, call);
  };
const ok = (body: object): Result => ({ status: 200, body });

/** A stored object as a response, with what `expand` asks for. */
function shown(sandbox: Sandbox, call: Call, work: (params: Params) => object): Result {
  const expand = call.params.list('expand') ?? [];
  const body = work(call.params);
  call.params.done();
  return ok(expandPaths(sandbox.records, body, expand));
}

const retrieve = (kind: Kind, path: RegExp): Route => ({
  method: 'GET',
  path,
  handle: secretOnly((sandbox, call) =>
    shown(sandbox, call, () => sandbox.records.get(kind, call.id).object),
  ),
});
const list = (kind: Kind, path: RegExp): Route => ({
  method: 'GET',
  path,
  handle: secretOnly((sandbox, call) => ok(listObjects(sandbox.records, kind, call.path, call.params))),
});

/** An intent, or the 402 of a decline with the intent in it, as the caller may see it. */
function attempted(sandbox: Sandbox, call: Call, work: (params: Params) => Attempt): Result {
  const expand = call.params.list('expand') ?? [];
  const { intent, error } = work(call.params);
  const view = call.key === 'secret' ? expandPaths(sandbox.records, intent, expand) : browserView(intent);
  if (!error) return ok(view);
  const body: ErrorBody = { ...error, payment_intent: view };
  return { status: 402, body: { error: body } };
}

function confirm(sandbox: Sandbox, call: Call): RouteResult {
  const secret = call.params.text('client_secret');
  if (call.key === 'publishable' || secret !== undefined) {
    requireClientSecret(sandbox.records.get('payment_intent', call.id, 'intent').object, secret);
  }
  const result = attempted(sandbox, call, (params) => sandbox.intents.confirm(call.id, params, call.caller));
  const lost = call.key === 'publishable' && sandbox.lab.takeLostResponse();
  return { ...result, lost };
}

function retrieveIntent(sandbox: Sandbox, call: Call): RouteResult {
  const intent = sandbox.records.get('payment_intent', call.id, 'intent').object;
  const secret = call.params.text('client_secret');
  if (call.key === 'secret') return shown(sandbox, call, () => intent);
  requireClientSecret(intent, secret);
  call.params.done();
  return ok(browserView(intent));
}

export const ROUTES: Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/payment_intents$/,
    handle: secretOnly((sandbox, call) =>
      attempted(sandbox, call, (params) => sandbox.intents.create(params, call.caller)),
    ),
  },
  list('payment_intent', /^\/v1\/payment_intents$/),
  { method: 'GET', path: /^\/v1\/payment_intents\/(pi_\w+)$/, handle: retrieveIntent },
  { method: 'POST', path: /^\/v1\/payment_intents\/(pi_\w+)\/confirm$/, handle: confirm },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(pi_\w+)\/cancel$/,
    handle: secretOnly((sandbox, call) =>
      shown(sandbox, call, (params) => sandbox.intents.cancel(call.id, params, call.caller)),
    ),
  },
  list('charge', /^\/v1\/charges$/),
  retrieve('charge', /^\/v1\/charges\/(ch_\w+)$/),
  {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    handle: secretOnly((sandbox, call) =>
      shown(sandbox, call, (params) => sandbox.refunds.create(params, call.caller.cause)),
    ),
  },
  list('refund', /^\/v1\/refunds$/),
  retrieve('refund', /^\/v1\/refunds\/(re_\w+)$/),
  list('event', /^\/v1\/events$/),
  retrieve('event', /^\/v1\/events\/(evt_\w+)$/),
  {
    method: 'POST',
    path: /^\/sandbox\/import$/,
    handle: secretOnly(({ records }, call) => ok(importIntents(records, call.json))),
  },
  {
    method: 'POST',
    path: /^\/sandbox\/refunds\/(re_\w+)\/fail$/,
    handle: secretOnly(({ refunds }, call) => ok(refunds.fail(call.id))),
  },
  { method: 'GET', path: /^\/sandbox\/lab$/, handle: secretOnly(({ lab }) => ok(lab.read())) },
  {
    method: 'PUT',
    path: /^\/sandbox\/lab$/,
    handle: secretOnly(({ lab }, call) => {
      const settings = parseLabSettings(call.json);
      lab.write(settings);
      return ok(settings);
    }),
  },
];
