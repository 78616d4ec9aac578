import type { Account, Accounts } from './accounts.js';
import type { loadEmulator, ProjectState } from './emulator.js';

/** Providers that the emulator derives itself from `passwordHash` and `phoneNumber`. */
const DERIVED = new Set(['password', 'phone']);

/**
 * The emulator's state for one project, with every change of an account on disk before the
 * response, and everything on disk loaded again at start. Refresh tokens carry the account's id and
 * `validSince` is kept, so browsers stay signed in over a restart.
 */
export function createDurableState(
  Base: ReturnType<typeof loadEmulator>['AgentProjectState'],
  project: string,
  accounts: Accounts,
): ProjectState {
  let restoring = true;

  class DurableState extends Base {
    override updateUserByLocalId(localId: string, fields: object, options?: object): Account {
      const user = super.updateUserByLocalId(localId, fields, options);
      if (!restoring) accounts.put(user);
      return user;
    }

    override deleteUser(user: Account): void {
      super.deleteUser(user);
      accounts.delete(user.localId);
    }

    override deleteAllAccounts(): void {
      super.deleteAllAccounts();
      accounts.clear();
    }

    override createOob(...request: Parameters<ProjectState['createOob']>): { oobLink: string } {
      const oob = super.createOob(...request);
      // No mail leaves this machine: the terminal is the inbox.
      console.log(`mail to ${request[0]} (${request[2]}): ${oob.oobLink}`);
      return oob;
    }
  }

  const state = new DurableState(project);
  // Production's errors: whether an address has an account is not told.
  state.enableImprovedEmailPrivacy = true;
  for (const { localId, providerUserInfo, ...fields } of accounts.all()) {
    const linked = Array.isArray(providerUserInfo) ? (providerUserInfo as { providerId: string }[]) : [];
    state.overwriteUserWithLocalId(localId, {
      ...fields,
      providerUserInfo: linked.filter(({ providerId }) => !DERIVED.has(providerId)),
    });
  }
  restoring = false;
  return state;
}
