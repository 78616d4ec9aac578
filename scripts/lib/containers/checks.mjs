/** Counts named checks; each is a line of output. */
export class Checks {
  passed = 0;
  failed = 0;

  title(text) {
    console.log(`\n${text}`);
  }

  /** @returns what `work` returns; undefined when it fails */
  async check(name, work) {
    const from = performance.now();
    try {
      const result = await work();
      this.passed += 1;
      console.log(`  ok      ${name} (${((performance.now() - from) / 1_000).toFixed(1)} s)`);
      return result;
    } catch (error) {
      this.failed += 1;
      console.log(
        `  FAILED  ${name}\n          ${String(error?.message ?? error).replaceAll('\n', '\n          ')}`,
      );
      return undefined;
    }
  }
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Waits until `holds` returns something true, and returns it. @throws Error when it takes longer */
export async function until(what, holds, withinMs = 60_000) {
  let last;
  for (const deadline = Date.now() + withinMs; ; await pause(200)) {
    try {
      const value = await holds();
      if (value) return value;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline)
      throw new Error(`Not within ${withinMs / 1_000} s: ${what}${last ? ` (${last.message})` : ''}`);
  }
}

/**
 * Calls a shop on a connection of its own: the server of one that is kept may have been replaced meanwhile.
 *
 * @param {{ token?: string, body?: object, form?: FormData | URLSearchParams, headers?: object, expect?: number | null }} [options]
 *   `expect` is the status, 200 unless given; null permits any
 * @returns {Promise<{ status: number, headers: Headers, body: any, text: string }>}
 */
export async function call(url, method, path, { token, body, form, headers = {}, expect = 200 } = {}) {
  const response = await fetch(url + path, {
    method,
    signal: AbortSignal.timeout(30_000),
    redirect: 'manual',
    headers: {
      connection: 'close',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(method !== 'GET' && { body: form ?? (body && JSON.stringify(body)) }),
  });
  const text = await response.text();
  if (expect !== null && response.status !== expect)
    throw new Error(`${method} ${path}: ${response.status} instead of ${expect}: ${text.slice(0, 300)}`);
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

export function assert(condition, message) {
  if (!condition) throw new Error(message);
}
