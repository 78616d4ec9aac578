import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A mail as it was received. */
export interface Mail {
  /** Rises with each mail. */
  id: string;
  /** ISO 8601. */
  receivedAt: string;
  /** As in its header. */
  from: string;
  /** The addresses that it was delivered to. */
  to: string[];
  subject: string;
  messageId: string;
  /** Every header line, in the order of the mail. */
  headers: { name: string; value: string }[];
  text: string;
  /** Empty of a mail without an HTML part. */
  html: string;
  /** Files are named, not kept. */
  attachments: { name: string; type: string; bytes: number }[];
}

export type NewMail = Omit<Mail, 'id' | 'receivedAt'>;
export type MailSummary = Pick<Mail, 'id' | 'receivedAt' | 'from' | 'to' | 'subject' | 'messageId'>;

/** How many are kept; the oldest go first. */
export const MOST_MAILS = 1_000;

const summaryOf = ({ id, receivedAt, from, to, subject, messageId }: Mail): MailSummary => ({
  id,
  receivedAt,
  from,
  to,
  subject,
  messageId,
});

/** The newest mails, each in a file of its own. */
export class Mailbox {
  /** Newest first. */
  private summaries: MailSummary[];
  private lastId = 0;

  constructor(
    private readonly folder: string,
    private readonly most = MOST_MAILS,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const names = readdirSync(folder).filter((name) => /^\w+\.json$/.test(name));
    this.summaries = names
      .sort((a, b) => (a < b ? 1 : -1))
      .map((name) => summaryOf(this.read(name.slice(0, -'.json'.length))));
    this.lastId = Number.parseInt(this.summaries[0]?.id ?? '0', 36);
  }

  add(mail: NewMail): Mail {
    const now = Date.now();
    this.lastId = Math.max(now * 1_000, this.lastId + 1);
    const added = { id: this.lastId.toString(36), receivedAt: new Date(now).toISOString(), ...mail };
    const path = this.pathOf(added.id);
    writeFileSync(`${path}.new`, JSON.stringify(added), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    this.summaries.unshift(summaryOf(added));
    for (const { id } of this.summaries.splice(this.most)) rmSync(this.pathOf(id), { force: true });
    return added;
  }

  /** Newest first; of one recipient only, if there is one: a part of the address, in any case of letters. */
  list(to = ''): MailSummary[] {
    const wanted = to.trim().toLowerCase();
    return this.summaries.filter((mail) => mail.to.some((address) => address.toLowerCase().includes(wanted)));
  }

  find(id: string): Mail | undefined {
    return this.summaries.some((mail) => mail.id === id) ? this.read(id) : undefined;
  }

  deleteAll(): void {
    for (const { id } of this.summaries) rmSync(this.pathOf(id), { force: true });
    this.summaries = [];
  }

  private read(id: string): Mail {
    return JSON.parse(readFileSync(this.pathOf(id), 'utf8')) as Mail;
  }

  private pathOf(id: string): string {
    return join(this.folder, `${id}.json`);
  }
}
