import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { eventually } from './commerce.js';

/** A mail as it came in. */
export interface ReceivedMail extends Pick<ParsedMail, 'subject' | 'messageId' | 'headers'> {
  /** The recipients of the envelope. */
  to: string[];
  text: string;
  html: string;
  /** The whole mail, as it was sent. */
  source: string;
}

export interface MailServer {
  url: string;
  /** Everything taken so far, in the order it came. */
  mails: ReceivedMail[];
  /** The response to recipients whose address has this in it; none to the others. */
  refusals: Map<string, { code: number; message: string }>;
  /** Waits for so many mails to an address, and returns all of them. */
  received(to: string, count?: number): Promise<ReceivedMail[]>;
  /** How long it waits before it takes a mail. */
  delayMs: number;
  stop(): Promise<void>;
  /** Listens again, where it did. */
  start(): Promise<void>;
}

const refusal = ({ code, message }: { code: number; message: string }) =>
  Object.assign(new Error(message), { responseCode: code });

/** A mail server that keeps what it gets, and fails as a test says. */
export async function startMailServer(): Promise<MailServer> {
  let server: SMTPServer;
  let port = 0;
  const it: MailServer = {
    url: '',
    mails: [],
    refusals: new Map(),
    delayMs: 0,
    async received(to, count = 1) {
      const found = () => it.mails.filter((mail) => mail.to.includes(to));
      await eventually(() => found().length >= count, `${count} mails to ${to}`);
      return found();
    },
    async start() {
      server = make();
      await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
      ({ port } = server.server.address() as AddressInfo);
      it.url = `smtp://127.0.0.1:${port}`;
    },
    stop: () => new Promise((ended) => server.close(() => ended())),
  };
  const make = () => {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onRcptTo({ address }, _session, done) {
        const refused = [...it.refusals].find(([part]) => address.includes(part))?.[1];
        done(refused && refusal(refused));
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const source = Buffer.concat(chunks);
          const keep = async () => {
            const { subject, messageId, headers, text = '', html } = await simpleParser(source);
            const to = session.envelope.rcptTo.map(({ address }) => address);
            it.mails.push({
              subject,
              messageId,
              headers,
              to,
              text,
              html: html || '',
              source: source.toString(),
            });
            done();
          };
          setTimeout(() => void keep(), it.delayMs);
        });
      },
    });
    // a client that hangs up
    made.on('error', () => undefined);
    return made;
  };
  await it.start();
  return it;
}
