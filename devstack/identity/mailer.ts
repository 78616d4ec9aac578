import { createTransport } from 'nodemailer';
import type { Mail } from './mail-texts.js';

/** Nobody waits for longer: the caller of the emulator does not wait at all. */
const TIMEOUT_MS = 10_000;

export interface Mailer {
  /** Sends in the background: a mail that cannot be sent is a line on stderr. */
  send(mail: Mail): void;
  close(): void;
}

/** @param smtpUrl such as `smtp://127.0.0.1:2525` */
export function createMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    send: ({ to, subject, text, html }) => {
      transport
        // as an object the address is not parsed, so it stays one recipient
        .sendMail({ from, to: { name: '', address: to }, subject, text, html })
        .catch((error: Error) => console.error(`A mail could not be sent: ${error.message}`));
    },
    close: () => transport.close(),
  };
}
