import type { Account, Accounts } from './accounts.js';
import type { loadEmulator, ProjectState } from './emulator.js';
import type { OutOfBandCode } from './mail-texts.js';

/** Providers that the emulator derives itself from `passwordHash` and `phoneNumber`. */
const DERIVED = new Set(['password', 'phone']);

/** Whether an account gets another address, which its owner has proved to have, and not the one before back. */
const isMove = ({ email, initialEmail }: Account & { email?: string }, fields: object): boolean =>
  'email' in fields &&
  'emailVerified' in fields &&
  fields.emailVerified === true &&
  email !== undefined &&
  ![email, initialEmail].includes(fields.email);

/**
 * The emulator's state for one project, with every change of an account on disk before the
 * response, and everything on disk loaded again at start. Refresh tokens carry the account's id and
 * `validSince` is kept, so browsers stay signed in over a restart.
 *
 * @param onCode is told of every code that a mail is to be sent for
 */
export function createDurableState(
  Base: ReturnType<typeof loadEmulator>['AgentProjectState'],
  project: string,
  accounts: Accounts,
  onCode: (code: OutOfBandCode) => void,
): ProjectState {
  let restoring = true;

  class DurableState extends Base {
    override updateUserByLocalId(localId: string, fields: object, options?: object): Account {
      const before = restoring ? undefined : this.getUserByLocalId(localId);
      const movedFrom = before && isMove(before, fields) ? before.email : undefined;
      const changes = movedFrom === undefined ? fields : { ...fields, initialEmail: movedFrom };
      const user = super.updateUserByLocalId(localId, changes, options);
      if (!restoring) accounts.put(user);
      // as Firebase does, and the emulator only for an address that is not verified
      if (movedFrom !== undefined) this.createOob(movedFrom, undefined, 'RECOVER_EMAIL', () => '');
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

    override createOob(...request: Parameters<ProjectState['createOob']>): OutOfBandCode {
      const code = super.createOob(...request);
      onCode(code);
      return code;
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
