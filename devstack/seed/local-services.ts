import { ensureAccount } from '../identity/seed-account.js';
import type { DemoData, DemoIntent } from './model.js';
import { DEMO_ACCOUNTS } from './people.js';

/** Makes the demo accounts and notes the provider's uid in their users. */
export const makeAccounts = async (url: string, project: string, demo: DemoData): Promise<void> => {
  for (const user of demo.users) {
    if (!user.account) continue;
    const wanted = { ...DEMO_ACCOUNTS[user.account], emailVerified: true };
    user.uid = (await ensureAccount(url, project, wanted)).localId;
  }
};

interface RefundPage {
  data: { id: string; payment_intent: string }[];
  has_more: boolean;
}

/**
 * Makes the payments of the demo orders known to the payment sandbox; those it has already stay as they are.
 * @returns the refunds' ids by the ids of their intents
 * @throws Error with the sandbox's response, when it refuses
 */
export const importPayments = async (
  url: string,
  key: string,
  intents: readonly DemoIntent[],
): Promise<Map<string, string>> => {
  const base = url.replace(/\/$/, '');
  const call = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await fetch(base + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`payment sandbox: ${path} responded with ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  await call('/sandbox/import', intents);
  const ours = new Set(intents.map((intent) => intent.id));
  const refunds = new Map<string, string>();
  for (let after: string | undefined, more = true; more;) {
    const page = await call<RefundPage>(
      `/v1/refunds?limit=100${after === undefined ? '' : `&starting_after=${after}`}`,
    );
    for (const refund of page.data)
      if (ours.has(refund.payment_intent)) refunds.set(refund.payment_intent, refund.id);
    after = page.data.at(-1)?.id;
    more = page.has_more && after !== undefined;
  }
  return refunds;
};
