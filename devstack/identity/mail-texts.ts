import { escapeHtml } from '../mail/html.js';

/** What the emulator creates a code for and sends to an address. */
export interface OutOfBandCode {
  email: string;
  /** The address that the account is to get. */
  newEmail?: string | undefined;
  requestType: string;
  oobCode: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

interface Kind {
  /** `mode` of the action page, as Firebase's own links have it. */
  mode: string;
  subject: string;
  /** What it is about, with the addresses. */
  about: (code: OutOfBandCode) => string;
  button: string;
  /** What to do who did not ask for it. */
  otherwise: string;
}

const NOTHING = 'If it was not you, ignore this e-mail: nothing changes.';

const KINDS: Record<string, Kind> = {
  PASSWORD_RESET: {
    mode: 'resetPassword',
    subject: 'Choose a new password',
    about: ({ email }) => `Somebody asked for a new password for the account of ${email}.`,
    button: 'Choose a new password',
    otherwise: 'If it was not you, ignore this e-mail: your password stays as it is.',
  },
  VERIFY_EMAIL: {
    mode: 'verifyEmail',
    subject: 'Verify your e-mail address',
    about: ({ email }) => `There is an account at Rapid Manufacturer with the address ${email}.`,
    button: 'Verify this address',
    otherwise: NOTHING,
  },
  VERIFY_AND_CHANGE_EMAIL: {
    mode: 'verifyAndChangeEmail',
    subject: 'Confirm your new e-mail address',
    about: ({ email, newEmail = '' }) => `The account of ${email} is to have the address ${newEmail}.`,
    button: 'Use this address',
    otherwise: NOTHING,
  },
  RECOVER_EMAIL: {
    mode: 'recoverEmail',
    subject: 'The e-mail address of your account was changed',
    about: ({ email }) => `Your account at Rapid Manufacturer does not have the address ${email} any more.`,
    button: 'Take the change back',
    otherwise: 'If it was you, there is nothing to do.',
  },
};

/** As the shop checks addresses; without spaces and line ends, nobody adds a header. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

/** The link to the shop's own page for the code; it has nothing of what the caller asked for, such as an address to go on to. */
function linkTo(shopUrl: string, { mode }: Kind, { oobCode }: OutOfBandCode): string {
  const link = new URL('/account/action', shopUrl);
  link.search = new URLSearchParams({ mode, oobCode }).toString();
  return link.toString();
}

/**
 * The mail for a code, with the link.
 *
 * @param shopUrl the origin that people open the shop at
 * @returns undefined for a code that nothing is mailed for, or to an address that is none
 */
export function mailOf(code: OutOfBandCode, shopUrl: string): (Mail & { link: string }) | undefined {
  const kind = KINDS[code.requestType];
  const to = code.requestType === 'VERIFY_AND_CHANGE_EMAIL' ? (code.newEmail ?? '') : code.email;
  if (!kind || !ADDRESS.test(to) || !ADDRESS.test(code.email)) return undefined;
  const link = linkTo(shopUrl, kind, code);
  const about = kind.about(code);
  return {
    to,
    link,
    subject: kind.subject,
    text: `${about}\n\n${kind.button}: ${link}\n\n${kind.otherwise}\n\nRapid Manufacturer\n`,
    html: htmlOf(kind, about, link),
  };
}

const htmlOf = ({ subject, button, otherwise }: Kind, about: string, link: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(subject)}</title>
  </head>
  <body style="margin: 0 auto; max-width: 36rem; padding: 1.5rem; font: 1rem/1.5 sans-serif; overflow-wrap: anywhere">
    <h1 style="font-size: 1.25rem">${escapeHtml(subject)}</h1>
    <p>${escapeHtml(about)}</p>
    <p><a href="${escapeHtml(link)}">${escapeHtml(button)}</a></p>
    <p>${escapeHtml(otherwise)}</p>
    <p>Rapid Manufacturer</p>
  </body>
</html>
`;
