import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import { type AddressObject, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Mailbox, NewMail } from './mailbox.js';

/** A mail of the shop has some 20 KB. */
const MOST_BYTES = 1024 * 1024;
const CLOSE_WITHIN_MS = 1_000;

const addressOf = (from: AddressObject | undefined): string => from?.text ?? '';

/** @throws Error with 552 when it is too large, after it has come in whole: a client waits for a response only then */
async function sourceOf(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) chunks.push(chunk);
  if (stream.sizeExceeded)
    throw Object.assign(new Error(`Mails have at most ${MOST_BYTES} bytes here`), { responseCode: 552 });
  return Buffer.concat(chunks);
}

async function mailOf(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<NewMail> {
  const parsed = await simpleParser(await sourceOf(stream));
  return {
    from: addressOf(parsed.from),
    to: session.envelope.rcptTo.map(({ address }) => address),
    subject: parsed.subject ?? '',
    messageId: parsed.messageId ?? '',
    headers: parsed.headerLines.map(({ line }) => {
      const colon = line.indexOf(':');
      return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() };
    }),
    text: parsed.text ?? '',
    html: parsed.html || '',
    attachments: parsed.attachments.map(({ filename = '', contentType, size }) => ({
      name: filename,
      type: contentType,
      bytes: size,
    })),
  };
}

/** Addresses here are refused, so that the demo shows what becomes of such a mail. */
const REFUSED = /@refused\.example$/i;

const noMailbox = (): Error => Object.assign(new Error('No such mailbox'), { responseCode: 550 });

/** Accepts mail for every other address, from anybody who can connect, and keeps it; it delivers none. */
export function createSmtpServer(mailbox: Mailbox): SMTPServer {
  const server = new SMTPServer({
    banner: 'Rapid Manufacturer, the mailbox of the demo',
    size: MOST_BYTES,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: CLOSE_WITHIN_MS,
    onRcptTo: ({ address }, _session, done) => done(REFUSED.test(address) ? noMailbox() : null),
    onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
      mailbox.add(await mailOf(stream, session));
    }),
  });
  // a client that hangs up is no failure of the mailbox
  server.on('error', (error) => console.error(error.message));
  return server;
}

/** @returns the port */
export const listenForMail = (server: SMTPServer, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.server.address() as AddressInfo).port);
    });
  });
