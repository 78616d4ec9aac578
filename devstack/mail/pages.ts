import { escapeHtml, linkedText } from './html.js';
import type { Mail, MailSummary } from './mailbox.js';

/** The path under which the mailbox is reached, at the shop's origin too. */
export const PREFIX = '/mailbox';
const PAGE_SIZE = 50;

const timeOf = (iso: string): string =>
  `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;

const subjectOf = ({ subject }: MailSummary): string => escapeHtml(subject || '(no subject)');

const page = (title: string, main: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${PREFIX}/mailbox.css">
  </head>
  <body>
    <header><a href="${PREFIX}">Mailbox</a> <span class="mark">Demo</span> <a href="/">To the shop</a></header>
    <main>
${main}
    </main>
  </body>
</html>
`;

const rowOf = (mail: MailSummary): string => `
        <li>
          <a href="${PREFIX}/view/${mail.id}">${subjectOf(mail)}</a>
          <span>to ${escapeHtml(mail.to.join(', '))}</span>
          ${timeOf(mail.receivedAt)}
        </li>`;

const listAddress = (to: string, number: number): string =>
  escapeHtml(`${PREFIX}?${new URLSearchParams({ ...(to && { to }), page: String(number) }).toString()}`);

function pagesNav(to: string, number: number, pages: number): string {
  if (pages < 2) return '';
  const newer = number > 1 ? `<a href="${listAddress(to, number - 1)}" rel="prev">Newer</a>` : '';
  const older = number < pages ? `<a href="${listAddress(to, number + 1)}" rel="next">Older</a>` : '';
  return `<nav aria-label="Pages">${newer} <span>Page ${number} of ${pages}</span> ${older}</nav>`;
}

const nothing = (to: string): string =>
  to
    ? `<p>No mail to <q>${escapeHtml(to)}</q>. <a href="${PREFIX}">Show all mails</a></p>`
    : '<p>No mail yet. What the shop sends arrives here, and nowhere else.</p>';

const DELETE_ALL = `<form method="post" action="${PREFIX}/delete"><button>Delete all mails</button></form>`;

/** The list of mails, newest first. */
export function listPage(mails: MailSummary[], { to, number }: { to: string; number: number }): string {
  const pages = Math.max(1, Math.ceil(mails.length / PAGE_SIZE));
  const shown = Math.min(Math.max(1, number), pages);
  const rows = mails.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE);
  const list = `<p>${mails.length} ${mails.length === 1 ? 'mail' : 'mails'}, newest first</p>
      <ol class="mails">${rows.map(rowOf).join('')}
      </ol>
      ${pagesNav(to, shown, pages)}
      ${DELETE_ALL}`;
  return page(
    'Mailbox',
    `      <h1>Mailbox</h1>
      <form class="search" role="search" action="${PREFIX}">
        <label for="to">Recipient</label>
        <input id="to" name="to" type="search" value="${escapeHtml(to)}" autocomplete="off">
        <button>Search</button>
      </form>
      ${mails.length > 0 ? list : nothing(to)}`,
  );
}

const attachmentsOf = ({ attachments }: Mail): string =>
  attachments.length === 0
    ? ''
    : `<h2>Files</h2>
      <ul>${attachments.map(({ name, type, bytes }) => `<li>${escapeHtml(name || type)}, ${bytes} bytes</li>`).join('')}</ul>`;

/** The frame runs no script and has no origin; its links may replace this page or open another. */
const frameOf = ({ id }: Mail): string => `<h2>HTML</h2>
      <iframe title="The mail's HTML" src="${PREFIX}/view/${id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>`;

/** @param shopOrigin the origin that a mail's text has links to */
export const mailPage = (mail: Mail, shopOrigin: string): string =>
  page(
    `${subjectOf(mail)} - Mailbox`,
    `      <h1>${subjectOf(mail)}</h1>
      <dl>
        <dt>From</dt><dd>${escapeHtml(mail.from)}</dd>
        <dt>To</dt><dd>${escapeHtml(mail.to.join(', '))}</dd>
        <dt>Received</dt><dd>${timeOf(mail.receivedAt)}</dd>
      </dl>
      ${mail.html ? frameOf(mail) : ''}
      <h2>Text</h2>
      <div class="text">${linkedText(mail.text, shopOrigin) || 'This mail has no text.'}</div>
      ${attachmentsOf(mail)}
      <details>
        <summary>Headers</summary>
        <dl>${mail.headers.map(({ name, value }) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>
      </details>
      <p><a href="${PREFIX}">All mails</a></p>`,
  );

export const notFoundPage = (): string =>
  page(
    'No such mail - Mailbox',
    `      <h1>No such mail</h1>
      <p>It was deleted, or newer mails took its place. <a href="${PREFIX}">All mails</a></p>`,
  );
