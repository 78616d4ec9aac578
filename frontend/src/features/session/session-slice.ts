import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface SessionUser {
  email: string;
  name: string;
  /** https URL of the provider's photo. */
  photo?: string;
}

export interface SessionState {
  /**
   * `loading` until the browser's storage, or the identity provider, has been read; `ended` when the session of the
   * person who was signed in ended by itself: what they have typed stays until they sign in again, or leave.
   */
  status: 'loading' | 'signed-out' | 'signed-in' | 'ended';
  user?: SessionUser;
}

const initialState: SessionState = { status: 'loading' };

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<SessionUser>): SessionState => ({
      status: 'signed-in',
      user: payload,
    }),
    signedOut: (): SessionState => ({ status: 'signed-out' }),
    sessionEnded: ({ user }): SessionState => ({ status: 'ended', user }),
  },
});

export const { signedIn, signedOut, sessionEnded } = sessionSlice.actions;
