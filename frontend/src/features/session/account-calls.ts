import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  EmailAuthProvider,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  updatePassword,
  verifyBeforeUpdateEmail,
  type Auth,
  type User,
} from 'firebase/auth';

/** What a person does with their account at the identity provider, besides signing in. Each throws what its client throws. */
export interface AccountCalls {
  /** Mails a link for a new password. Whether there is an account for the address is not told. */
  requestReset: (email: string) => Promise<void>;
  /** What the code of a mail is for; the code stays valid. */
  readCode: (code: string) => Promise<MailedCode>;
  resetPassword: (code: string, password: string) => Promise<void>;
  /** Does what the code is for; not for new passwords. */
  applyCode: (code: string) => Promise<void>;
  /** Whether the person who is signed in has a password; others sign in with Google. */
  hasPassword: () => Promise<boolean>;
  /** Mails a link that verifies the address of the person who is signed in. */
  sendVerification: () => Promise<void>;
  /** Mails a link to the new address, which becomes theirs when it is opened. Whether it has an account is not told. */
  requestNewAddress: (email: string, password: string) => Promise<void>;
  changePassword: (password: string, before: string) => Promise<void>;
  /** Reads the account again, after it was changed by a code. */
  reload: () => Promise<void>;
}

export interface MailedCode {
  /** The address that the account has then. */
  email: string;
  /** The one that it has now, where that is another. */
  previous?: string;
}

const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

/** @param about an address that has, or has not, an account: that is nothing to tell */
async function quietly(sending: Promise<void>, about: 'auth/user-not-found' | 'auth/email-already-in-use') {
  try {
    await sending;
  } catch (error) {
    if (!hasCode(error, about)) throw error;
  }
}

export function accountCalls(auth: Auth): AccountCalls {
  const signedIn = async (): Promise<User> => {
    await auth.authStateReady();
    if (!auth.currentUser) throw new Error('nobody is signed in');
    return auth.currentUser;
  };
  /** With the password typed again: the provider wants a recent sign-in, and an open browser is no proof of who sits there. */
  const confirmed = async (password: string): Promise<User> => {
    const user = await signedIn();
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password));
    return user;
  };
  return {
    requestReset: (email) => quietly(sendPasswordResetEmail(auth, email), 'auth/user-not-found'),
    readCode: async (code) => {
      const { data } = await checkActionCode(auth, code);
      return { email: data.email ?? '', ...(data.previousEmail && { previous: data.previousEmail }) };
    },
    resetPassword: (code, password) => confirmPasswordReset(auth, code, password),
    applyCode: (code) => applyActionCode(auth, code),
    hasPassword: async () =>
      (await signedIn()).providerData.some(({ providerId }) => providerId === EmailAuthProvider.PROVIDER_ID),
    sendVerification: async () => sendEmailVerification(await signedIn()),
    requestNewAddress: async (email, password) => {
      const user = await confirmed(password);
      await quietly(verifyBeforeUpdateEmail(user, email), 'auth/email-already-in-use');
    },
    changePassword: async (password, before) => updatePassword(await confirmed(before), password),
    reload: async () => (await signedIn()).reload(),
  };
}
