/** `mode` of the links in Firebase's mails. */
export type Mode = 'resetPassword' | CodeMode;

/** Of those whose code needs nothing else. */
export type CodeMode = 'verifyEmail' | 'verifyAndChangeEmail' | 'recoverEmail';
