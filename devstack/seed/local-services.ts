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

/**
 * Makes the payments of the demo orders known to the payment sandbox; those it has already stay as they are.
 * @throws Error with the sandbox's response, when it refuses
 */
export const importPayments = async (
  url: string,
  key: string,
  intents: readonly DemoIntent[],
): Promise<void> => {
  const response = await fetch(`${url.replace(/\/$/, '')}/sandbox/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(intents),
  });
  if (!response.ok)
    throw new Error(`payment sandbox: the import responded with ${response.status} ${await response.text()}`);
};
