import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { recogniseKey, type KeyKind } from './access.js';
import { CHALLENGE_CSS, renderPage, type Page } from './challenges.js';
import { ApiError, invalid } from './errors.js';
import { API_VERSION } from './events.js';
import type { KeyedCall } from './idempotency.js';
import { newId } from './ids.js';
import { baseOf, readBody } from './incoming.js';
import { Params, parseForm, type Value } from './params.js';
import { ROUTES, type Call, type Route, type RouteResult } from './routes.js';
import type { Sandbox } from './sandbox.js';

const FORM_LIMIT = 256 * 1024;
const JSON_LIMIT = 16 * 1024 * 1024;
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'",
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Stripe's REST API as far as this shop calls it, the challenge pages, and the sandbox's own calls. */
export function createSandboxServer(sandbox: Sandbox): Server {
  const server = createServer((request, response) => {
    handle(sandbox, request, response).catch((error: unknown) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else sendError(response, newId('req', 14), internalError());
    });
  });
  // Longer than clients keep idle connections, so that none is closed just as it is used again.
  server.keepAliveTimeout = 65_000;
  return server;
}

async function handle(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
  if (pathname === '/sandbox/health') return sendJson(response, 200, { ok: true });
  if (pathname === '/challenge.css') return sendStyle(response);
  const challenge = /^\/challenge\/(\w{1,100})$/.exec(pathname);
  if (challenge) return handleChallenge(sandbox, request, response, challenge[1]!);
  const requestId = newId('req', 14);
  try {
    await handleApi(sandbox, request, response, { pathname, query: searchParams.toString(), requestId });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sendError(response, requestId, error);
  }
}

interface Target {
  pathname: string;
  query: string;
  requestId: string;
}

async function handleApi(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, query, requestId }: Target,
): Promise<void> {
  const isOwn = pathname.startsWith('/sandbox/');
  const raw = await readBody(request, isOwn ? JSON_LIMIT : FORM_LIMIT);
  const form = isOwn ? '' : raw;
  const values: Record<string, Value> = parseForm([query, form].filter(Boolean).join('&'));
  const key = recogniseKey(
    request.headers,
    typeof values.key === 'string' ? values.key : undefined,
    sandbox.keys,
  );
  delete values.key;
  const found = findRoute(request.method ?? 'GET', pathname);
  if (!found) throw unknownRoute(request.method ?? 'GET', pathname);
  if (!isOwn && key === 'secret') await failOnDemand(sandbox);
  const idempotencyKey = readIdempotencyKey(request, found.route);
  const call: Call = {
    id: found.id,
    path: pathname,
    key,
    params: new Params(values),
    json: isOwn && raw !== '' ? parseJson(raw) : undefined,
    caller: { cause: { id: requestId, idempotency_key: idempotencyKey }, base: baseOf(request) },
  };
  if (found.route.method === 'GET') {
    return sendResult(response, requestId, found.route.handle(sandbox, call));
  }
  if (idempotencyKey === null) {
    return sendResult(
      response,
      requestId,
      await sandbox.records.write(() => found.route.handle(sandbox, call)),
    );
  }
  const keyed = keyedCall(idempotencyKey, key, pathname, values);
  await respondOnce(sandbox, response, requestId, keyed, () => found.route.handle(sandbox, call));
}

/** Executes a call under its idempotency key, or replays its first response. */
async function respondOnce(
  sandbox: Sandbox,
  response: ServerResponse,
  requestId: string,
  keyed: KeyedCall,
  work: () => RouteResult,
): Promise<void> {
  const { idempotency, records } = sandbox;
  response.setHeader('idempotency-key', keyed.key.slice(keyed.key.indexOf(':') + 1));
  const known = idempotency.begin(keyed);
  if (known) {
    response.setHeader('idempotent-replayed', 'true');
    response.setHeader('original-request', known.originalRequest);
    return sendResult(response, requestId, known.result);
  }
  response.setHeader('original-request', requestId);
  try {
    const result = await records.write(() => {
      const { lost, ...first } = work();
      idempotency.remember(keyed, first, requestId);
      return { ...first, ...(lost && { lost }) };
    });
    sendResult(response, requestId, result);
  } catch (error) {
    if (error instanceof ApiError && error.executed) {
      const result = { status: error.status, body: { error: error.body } };
      await records.write(() => idempotency.remember(keyed, result, requestId));
    }
    throw error;
  } finally {
    idempotency.end(keyed);
  }
}

async function handleChallenge(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    return sendPage(response, sandbox.challenges.show(token));
  }
  try {
    if (request.method !== 'POST') throw unknownRoute(request.method ?? '', request.url ?? '');
    const { outcome } = parseForm(await readBody(request, FORM_LIMIT));
    if (outcome !== 'complete' && outcome !== 'fail') throw invalid('Invalid outcome', undefined, 'outcome');
    const cause = { id: newId('req', 14), idempotency_key: null };
    const page = await sandbox.records.write(() =>
      sandbox.challenges.choose(token, outcome === 'complete', cause),
    );
    sendPage(response, page);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sendError(response, newId('req', 14), error);
  }
}

async function failOnDemand({ records, lab }: Sandbox): Promise<void> {
  if (lab.read().failApi.times < 1) return;
  const status = await records.write(() => lab.takeFailure());
  if (status === null) return;
  const type = status === 429 ? 'rate_limit_error' : 'api_error';
  throw new ApiError(status, { type, message: 'The failure lab made this call fail; nothing was done.' });
}

function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  for (const route of ROUTES) {
    const match = route.method === method ? route.path.exec(path) : null;
    if (match) return { route, id: match[1] ?? '' };
  }
  return undefined;
}

function readIdempotencyKey(request: IncomingMessage, route: Route): string | null {
  const key = request.headers['idempotency-key'];
  if (route.method !== 'POST' || typeof key !== 'string' || key === '') return null;
  if (key.length <= 255) return key;
  const message = 'Idempotency keys have at most 255 characters.';
  throw new ApiError(400, { type: 'idempotency_error', message });
}

function keyedCall(key: string, kind: KeyKind, path: string, values: Record<string, Value>): KeyedCall {
  return { key: `${kind}:${key}`, endpoint: path, parameters: JSON.stringify(sorted(values)) };
}

function sorted(value: Value): unknown {
  if (typeof value === 'string') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, item]) => [name, sorted(item)]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The body is not JSON.', 'parameter_invalid');
  }
}

function unknownRoute(method: string, path: string): ApiError {
  const message = `Unrecognized request URL (${method}: ${path}). The payment sandbox offers only the calls its README names.`;
  return new ApiError(404, { type: 'invalid_request_error', message });
}

function internalError(): ApiError {
  return new ApiError(500, { type: 'api_error', message: 'The payment sandbox failed; see its output.' });
}

function sendResult(response: ServerResponse, requestId: string, result: RouteResult): void {
  if (result.lost) {
    response.destroy();
    return;
  }
  response.setHeader('request-id', requestId);
  response.setHeader('stripe-version', API_VERSION);
  sendJson(response, result.status, result.body);
}

function sendError(response: ServerResponse, requestId: string, error: ApiError): void {
  sendResult(response, requestId, { status: error.status, body: { error: error.body } });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache, no-store' };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

function sendStyle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/css', 'cache-control': 'max-age=3600' }).end(CHALLENGE_CSS);
}

function sendPage(response: ServerResponse, page: Page): void {
  response.writeHead(page.status, PAGE_HEADERS).end(renderPage(page));
}
