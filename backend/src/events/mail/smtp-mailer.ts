import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { CONFIG, type Config } from '../../config.js';

/** Well below the 30 s after which the relay gives an event up: what is tried again is then not sent at the same time. */
const LONGEST_MS = 20_000;
const CONNECT_MS = 5_000;
const SILENCE_MS = 10_000;
/** The relay hands on eight subjects at a time. */
const CONNECTIONS = 4;

export interface OutgoingMail {
  messageId: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Where the recipient turns such mails off. */
  unsubscribe?: string;
}

/** The mail server will not take a mail, however often it is asked: it refuses the recipient or the text. */
export class MailRefused extends Error {}

interface SmtpError extends Error {
  permanent?: boolean;
  command?: string;
  code?: string;
}

/**
 * Whether a mail server refused this mail for good. A sender or credentials that it refuses are no fault of the mail: it
 * waits until they are corrected.
 */
function isRefused(error: SmtpError): boolean {
  const isOfMail = error.command === 'RCPT TO' || error.command === 'DATA';
  // an address that cannot be written in an envelope is not asked for at all
  const isInvalid = error.code === 'EENVELOPE' && error.command === 'API';
  return isInvalid || (isOfMail && error.permanent === true);
}

/** Hands mails to the mail server of `SMTP_URL`. */
@Injectable()
export class SmtpMailer implements OnApplicationShutdown {
  private readonly transport;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.transport = createTransport({
      url: config.mail.smtpUrl,
      pool: true,
      maxConnections: CONNECTIONS,
      // the relay tries again, and knows of it
      maxRequeues: 0,
      dnsTimeout: CONNECT_MS,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** @throws MailRefused, or another error when it may be taken later */
  async send({ to, unsubscribe, ...mail }: OutgoingMail): Promise<void> {
    try {
      await this.transport.sendMail({
        ...mail,
        from: this.config.mail.from,
        // as an object: a text could name several
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...(unsubscribe !== undefined && { list: { unsubscribe } }),
        signal: AbortSignal.timeout(LONGEST_MS),
      });
    } catch (error) {
      if (isRefused(error as SmtpError)) throw new MailRefused((error as Error).message, { cause: error });
      throw error;
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}
