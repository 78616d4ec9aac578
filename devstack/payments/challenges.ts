import type { Charging } from './charging.js';
import type { Cause } from './events.js';
import type { Records } from './records.js';
import type { Rows } from './types.js';

/** A page of plain HTML. */
export interface Page {
  status: number;
  title: string;
  body: string;
  /** Read by the page around the frame: `open`, `succeeded`, `failed` or `gone`. */
  state: string;
}

/** The bank's side of 3-D Secure: a page that asks the customer, and the effect of the customer's choice. */
export class Challenges {
  constructor(
    private readonly records: Records,
    private readonly charging: Charging,
  ) {}

  show(token: string): Page {
    const intent = this.find(token)?.object;
    if (!intent) return GONE;
    const amount = `${(intent.amount / 100).toFixed(2)} ${intent.currency.toUpperCase()}`;
    return {
      status: 200,
      title: '3-D Secure test authentication',
      state: 'open',
      body: `
      <p>Your bank would ask you here to confirm a payment of <strong>${amount}</strong>. This is a test: no bank is asked.</p>
      <form method="post">
        <button name="outcome" value="complete" class="primary">Complete authentication</button>
        <button name="outcome" value="fail">Fail authentication</button>
      </form>`,
    };
  }

  /** Takes the customer's choice. Runs inside `Records.write`. */
  choose(token: string, complete: boolean, cause: Cause): Page {
    const row = this.find(token);
    if (!row) return GONE;
    const { afterwards } = row.challenge!;
    if (complete) this.charging.attempt(row, afterwards, cause, '', true);
    else this.charging.failAuthentication(row);
    const { status } = row.object;
    const page = complete ? DONE : FAILED;
    const state = status === 'succeeded' || status === 'processing' ? 'succeeded' : 'failed';
    return { ...page, state };
  }

  private find(token: string): Rows['payment_intent'] | undefined {
    const id = this.records.getNamed('challenge', token) as string | undefined;
    const row = id === undefined ? undefined : this.records.find('payment_intent', id);
    return row?.challenge?.token === token ? row : undefined;
  }
}

const GONE: Page = {
  status: 410,
  title: 'This authentication is over',
  state: 'gone',
  body: '<p>It was completed already, or another payment attempt took its place. You can go back to the shop.</p>',
};
const DONE: Page = {
  status: 200,
  title: 'Authentication complete',
  state: 'succeeded',
  body: '<p>You can go back to the shop.</p>',
};
const FAILED: Page = {
  status: 200,
  title: 'Authentication failed',
  state: 'failed',
  body: '<p>No payment was made. You can go back to the shop and try another card.</p>',
};

/** No script, and its style from a file: it works under `default-src 'self'`. */
export function renderPage(page: Page): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${page.title}</title>
    <link rel="stylesheet" href="../challenge.css">
  </head>
  <body data-state="${page.state}">
    <main>
      <p class="mark">Test mode</p>
      <h1>${page.title}</h1>${page.body}
    </main>
  </body>
</html>
`;
}

export const CHALLENGE_CSS = `:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif; color: #1c2530; background: #fff; }
main { max-width: 26rem; margin: 0 auto; }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 12px; }
p { margin: 0 0 16px; }
.mark { display: inline-block; margin: 0 0 12px; padding: 2px 10px; border-radius: 4px;
  background: #fff1c2; color: #5c4300; font-size: 0.875rem; font-weight: 600; }
form { display: flex; flex-wrap: wrap; gap: 12px; }
button { flex: 1 1 12rem; min-height: 44px; padding: 8px 16px; border: 1px solid #6b7785; border-radius: 6px;
  background: #fff; color: #1c2530; font: inherit; font-weight: 600; cursor: pointer; }
button.primary { border-color: #0b5c3b; background: #0b5c3b; color: #fff; }
button:hover { filter: brightness(0.95); }
button:focus-visible { outline: 3px solid #1a5fb4; outline-offset: 2px; }
`;
