import { deleteApp, initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  sendEmailVerification,
  signInWithCredential,
  signInWithEmailAndPassword,
  updateProfile,
  type Auth,
  type User,
} from 'firebase/auth';
import type { ShopConfig } from '../../api/types';
import { notify } from '../../ui/notify';
import { accountCalls, type AccountCalls } from './account-calls';

/** A made-up Google account of the demo, as the emulator accepts it. */
export interface DemoGoogleAccount {
  sub: string;
  email: string;
  name: string;
}

/**
 * The identity provider's client. This file and what it imports are the only ones that import it, and it is itself imported
 * lazily: visitors who never sign in never load it.
 */
export interface AuthClient {
  /** The remembered user, once the client has read its storage. */
  currentUser: () => Promise<User | null>;
  signUp: (name: string, email: string, password: string) => Promise<User>;
  signIn: (email: string, password: string) => Promise<User>;
  /** The provider's own window; with the emulator, `account` is used instead. */
  signInWithGoogle: (account?: DemoGoogleAccount) => Promise<User>;
  signOut: () => Promise<void>;
  account: AccountCalls;
  /** Ends this client, so that another can be made, which reads the browser's storage again. */
  close: () => Promise<void>;
}

async function signUp(auth: Auth, name: string, email: string, password: string): Promise<User> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  await updateProfile(user, { displayName: name });
  // The account is usable without it, so nobody waits for the mail.
  sendEmailVerification(user).then(
    () => notify('info', 'We sent you an e-mail with a link that verifies your address.'),
    () => notify('error', 'The e-mail that verifies your address could not be sent.'),
  );
  return user;
}

async function withGoogle(auth: Auth, account?: DemoGoogleAccount): Promise<User> {
  if (account) {
    const claims = JSON.stringify({ ...account, email_verified: true });
    return (await signInWithCredential(auth, GoogleAuthProvider.credential(claims))).user;
  }
  const { signInWithPopup } = await import('./google-popup');
  return (await signInWithPopup(auth)).user;
}

export function createAuthClient({ firebase, emulatorUrl }: ShopConfig['identity']): AuthClient {
  const app = initializeApp(firebase);
  const auth = initializeAuth(app, {
    // The first that works: where the browser blocks storage, a sign-in lasts as long as the tab.
    persistence: [browserLocalPersistence, inMemoryPersistence],
  });
  if (emulatorUrl)
    connectAuthEmulator(auth, new URL(emulatorUrl, location.origin).origin, { disableWarnings: true });
  return {
    currentUser: async () => {
      await auth.authStateReady();
      return auth.currentUser;
    },
    signUp: (name, email, password) => signUp(auth, name, email, password),
    signIn: async (email, password) => (await signInWithEmailAndPassword(auth, email, password)).user,
    signInWithGoogle: (account) => withGoogle(auth, account),
    signOut: () => auth.signOut(),
    account: accountCalls(auth),
    close: () => deleteApp(app),
  };
}
