import type { ProjectState } from './emulator.js';

type Body = Record<string, unknown>;
type Call = (state: ProjectState, body: Body, context: unknown) => unknown;
/** The emulator's handlers of what a browser calls. */
export type AccountCalls = Record<'signUp' | 'sendOobCode' | 'update', Call>;

const MIN_PASSWORD = 6;

/** The account of an ID token that the emulator has checked already. */
function accountOf(state: ProjectState, idToken: string) {
  const payload = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString();
  return state.getUserByLocalId((JSON.parse(payload) as { user_id: string }).user_id);
}

/**
 * What Firebase's email enumeration protection does besides the emulator's own setting for it. That a sign-up is refused for an
 * address with an account is so at Firebase as well.
 */
export function keepAddressesPrivate(accounts: AccountCalls, Refusal: new (code: string) => Error): void {
  const { signUp, sendOobCode, update } = accounts;
  // a password that is refused anyway would tell it without making an account
  accounts.signUp = (state, body, context) => {
    const { password } = body;
    if (typeof password === 'string' && password !== '' && password.length < MIN_PASSWORD)
      throw new Refusal(`WEAK_PASSWORD : Password should be at least ${MIN_PASSWORD} characters`);
    return signUp(state, body, context);
  };
  accounts.sendOobCode = (state, body, context) => {
    try {
      return sendOobCode(state, body, context);
    } catch (error) {
      if (body['requestType'] !== 'VERIFY_AND_CHANGE_EMAIL' || (error as Error).message !== 'EMAIL_EXISTS')
        throw error;
      const { email } = accountOf(state, body['idToken'] as string) ?? {};
      return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email };
    }
  };
  accounts.update = (state, body, context) => {
    if (body['email'] !== undefined)
      throw new Refusal('OPERATION_NOT_ALLOWED : Please verify the new email before changing email.');
    return update(state, body, context);
  };
}
