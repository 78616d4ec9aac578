import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { isolatedEnv } from './env.mjs';

/** Starts a compiled program of a project of `makeClientProject` that goes on until it is stopped. */
export function listen(project, program, env) {
  const child = spawn(process.execPath, [join('out', `${program}.js`)], {
    cwd: project,
    env: { ...isolatedEnv(process.env), ...env },
  });
  const running = { output: '', stop: () => child.kill() };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (running.output += text));
  running.printed = (text) =>
    vi.waitFor(() => expect(running.output).toContain(text), { timeout: 30_000, interval: 5 });
  return running;
}

/** Pays an intent at the payment sandbox as a browser does. @returns the intent's id */
export async function payAtSandbox(url, clientSecret) {
  const [intent] = clientSecret.split('_secret_');
  const body = new URLSearchParams({
    key: 'pk_test_demo',
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  });
  const response = await fetch(`${url}/v1/payment_intents/${intent}/confirm`, { method: 'POST', body });
  expect(response.status).toBe(200);
  return intent;
}
