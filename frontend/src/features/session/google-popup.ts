import {
  browserPopupRedirectResolver,
  GoogleAuthProvider,
  signInWithPopup as openPopup,
  type Auth,
  type UserCredential,
} from 'firebase/auth';

/** Google's own window, outside demo mode only: it loads scripts from Google's hosts. */
export const signInWithPopup = (auth: Auth): Promise<UserCredential> =>
  openPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver);
