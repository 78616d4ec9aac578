/** The path of the payment sandbox on the shop's origin; `apiUrl` of `GET /api/config`. */
export const SANDBOX_PREFIX = '/payments-sandbox';
/** Where the browser SDK looks for the identity provider on an emulator's origin. */
export const IDENTITY_PREFIXES = ['/identitytoolkit.googleapis.com', '/securetoken.googleapis.com'];
/** The pages of the mailbox, and its mails as JSON; the same at its own address. */
export const MAILBOX_PREFIX = '/mailbox';
