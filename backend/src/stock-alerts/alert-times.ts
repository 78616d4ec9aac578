/** For so long an unconfirmed request is kept, and the link that confirms it is valid. */
export const CONFIRM_MS = 48 * 3_600_000;
/** For so long the units of somebody who was notified are not offered to others. */
export const NOTIFIED_MS = 48 * 3_600_000;
/** A mail to confirm one request is sent again after this at the earliest. */
export const MAIL_AGAIN_MS = 3_600_000;
