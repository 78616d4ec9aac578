import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { framedHtml } from './html.js';
import type { Mailbox } from './mailbox.js';
import { listPage, mailPage, notFoundPage, PREFIX } from './pages.js';
import { MAILBOX_CSS } from './style.js';

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};
/** What a mail's HTML may do: nothing but show itself, also when somebody opens it outside of its frame. */
const MAIL_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; " +
    'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
  'x-frame-options': 'SAMEORIGIN',
};

/**
 * The mailbox's pages under `/mailbox`, and the same mails as JSON: `/mailbox/mails?to=`, `/mailbox/mails/:id`.
 *
 * @param shopOrigin where links of a mail's text may lead
 */
export function createMailboxServer(mailbox: Mailbox, shopOrigin: string): Server {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://mailbox');
    try {
      if (request.method === 'POST') handleDelete(mailbox, request, response, pathname);
      else if (request.method === 'GET' || request.method === 'HEAD')
        handleRead(mailbox, shopOrigin, response, pathname, searchParams);
      else sendJson(response, 405, { error: 'Only GET, HEAD and POST are offered.' });
    } catch (error) {
      console.error(error);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: 'The mailbox failed; see its output.' });
    }
  });
  // Longer than clients keep idle connections, so that none is closed just as it is used again.
  server.keepAliveTimeout = 65_000;
  return server;
}

function handleRead(
  mailbox: Mailbox,
  shopOrigin: string,
  response: ServerResponse,
  path: string,
  query: URLSearchParams,
): void {
  const to = query.get('to') ?? '';
  if (path === '/health') return sendJson(response, 200, { ok: true });
  if (path === PREFIX) {
    const number = Math.trunc(Number(query.get('page'))) || 1;
    return sendPage(response, 200, listPage(mailbox.list(to), { to, number }));
  }
  if (path === `${PREFIX}/mailbox.css`)
    return send(response, 200, { 'content-type': 'text/css', 'cache-control': 'no-cache' }, MAILBOX_CSS);
  if (path === `${PREFIX}/mails`) return sendJson(response, 200, mailbox.list(to));
  const [, kind, id = '', html] = /^\/mailbox\/(mails|view)\/(\w{1,100})(\/html)?$/.exec(path) ?? [];
  const mail = mailbox.find(id);
  if (kind === 'view' && mail)
    return html
      ? send(response, 200, MAIL_HEADERS, framedHtml(mail.html))
      : sendPage(response, 200, mailPage(mail, shopOrigin));
  if (kind === 'view') return sendPage(response, 404, notFoundPage());
  if (mail && !html) return sendJson(response, 200, mail);
  return sendJson(response, 404, { error: 'There is no such mail or path.' });
}

/** Another site's page could send the form too. */
function handleDelete(
  mailbox: Mailbox,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  if (path !== `${PREFIX}/delete`) return sendJson(response, 404, { error: 'There is no such path.' });
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return sendJson(response, 403, { error: 'Only the mailbox itself can be used for this.' });
  mailbox.deleteAll();
  return send(response, 303, { location: PREFIX }, '');
}

const send = (
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string,
): void => void response.writeHead(status, headers).end(body);

const sendPage = (response: ServerResponse, status: number, html: string): void =>
  send(response, status, PAGE_HEADERS, html);

const sendJson = (response: ServerResponse, status: number, body: object): void =>
  send(
    response,
    status,
    { 'content-type': 'application/json', 'cache-control': 'no-store' },
    JSON.stringify(body),
  );
