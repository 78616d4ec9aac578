/** An account as it should be; without `localId` the emulator chooses one. */
export interface WantedAccount {
  email: string;
  password: string;
  displayName: string;
  emailVerified: boolean;
  localId?: string;
}

interface FoundAccount {
  localId: string;
  displayName?: string;
  emailVerified?: boolean;
}

/**
 * Makes sure that the account exists, through the emulator's admin API (never through the shop's proxy).
 * An account that is there keeps its password and its sessions; name and verification are brought in line.
 *
 * @param url the emulator's own address, such as `http://127.0.0.1:9099`
 * @returns the account's id, and whether it was made now
 * @throws Error with the emulator's response, when it refuses
 */
export async function ensureAccount(
  url: string,
  project: string,
  wanted: WantedAccount,
): Promise<{ localId: string; created: boolean }> {
  const base = `${url.replace(/\/$/, '')}/identitytoolkit.googleapis.com/v1/projects/${project}/accounts`;
  const { users = [] } = await call<{ users?: FoundAccount[] }>(`${base}:lookup`, { email: [wanted.email] });
  const [found] = users;
  if (!found) {
    const { localId } = await call<{ localId: string }>(base, wanted);
    return { localId, created: true };
  }
  const { localId } = found;
  const { displayName, emailVerified } = wanted;
  if (found.displayName !== displayName || (found.emailVerified ?? false) !== emailVerified) {
    await call(`${base}:update`, { localId, displayName, emailVerified });
  }
  return { localId, created: false };
}

async function call<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`identity emulator: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}
