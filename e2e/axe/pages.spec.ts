import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectAccessible } from '../axe.js';
import { ADMIN, CUSTOMER, signIn, tokenFor, type Account, type Order, type Product } from '../shop.js';

/** Every page: it shows its content, nothing is cut off, the console is quiet, and axe finds nothing. */

const WIDE = 1440;
/** Customers' and visitors' pages at this width are in `shop.spec.ts`. */
const NARROW = 320;

interface Visit {
  path: string;
  /** Something that the page is for. */
  shows: string | RegExp;
}

const PUBLIC: Visit[] = [
  { path: '/', shows: 'Parts Items' },
  { path: '/home', shows: 'Our Client Reviews' },
  { path: '/parts', shows: 'Our All Products' },
  { path: '/parts?kind=motherboard&spec=socket:AM5;memoryMaxGb:64..,~', shows: 'Memory type' },
  { path: '/parts?q=motherbord', shows: 'Showing results for' },
  { path: '/parts/{id}', shows: '{name}' },
  { path: '/business', shows: '25.6K' },
  { path: '/blogs', shows: /manage state/i },
  { path: '/reviews', shows: /reviews/i },
  { path: '/myportfolio', shows: /team/i },
  { path: '/product', shows: /new products/i },
  { path: '/login', shows: 'Login With Google' },
  { path: '/signup', shows: 'Login With Google' },
  { path: '/legal/privacy', shows: /privacy/i },
  { path: '/page-not-found', shows: 'This page is missing' },
];

const CUSTOMERS: Visit[] = [
  { path: '/item/{id}', shows: '{name}' },
  { path: '/purchase', shows: /order/i },
  { path: '/dashboard', shows: 'Welcome to your Dashboard:' },
  { path: '/dashboard/addReview', shows: /review/i },
  { path: '/dashboard/myProfile', shows: 'customer@example.com' },
  { path: '/dashboard/payment/{unpaid}', shows: /Please Pay for/ },
  { path: '/dashboard/orders/{number}', shows: 'It is not paid yet' },
  { path: '/dashboard/manageOrders', shows: '403' },
];

const ADMINS: Visit[] = [
  { path: '/dashboard/overview', shows: /Average order value/ },
  { path: '/dashboard/manageOrders', shows: /Manage All Orders/ },
  { path: '/dashboard/addProduct', shows: /Add A Product/ },
  { path: '/dashboard/kinds', shows: 'Graphics card' },
  { path: '/dashboard/kinds/graphics-card', shows: 'Add a specification' },
  { path: '/dashboard/search', shows: 'Searched without result' },
  { path: '/dashboard/makeAdmin', shows: /Make Admin/ },
  { path: '/dashboard/customers/{customer}', shows: 'paid, less refunds' },
  { path: '/dashboard/manageReviews', shows: /Manage Reviews/ },
  { path: '/dashboard/auditLog', shows: /Audit Log/ },
  { path: '/dashboard/apiKeys', shows: /API Keys/ },
  { path: '/dashboard/webhooks', shows: /Webhooks/ },
  { path: '/dashboard/webhookDeliveries', shows: /Webhook Deliveries/ },
  { path: '/dashboard/mail', shows: /Mails of the last seven days/ },
  { path: '/dashboard/delivery', shows: /Tax rates/ },
  { path: '/dashboard/manageProducts', shows: /Manage Products/ },
  { path: '/dashboard/reconciliation', shows: /(No|\d) findings?/ },
  { path: '/dashboard/paymentLab', shows: /Payment Failure Lab/ },
];

function visits(who: string, account: Account | undefined, list: Visit[], widths = [WIDE]) {
  for (const width of widths) {
    test(`${who} at ${width} pixels`, async ({ page, request }) => {
      await page.setViewportSize({ width, height: 900 });
      const said: string[] = [];
      page.on('console', (message) => {
        // the browser's own line for a page that is served with 404
        const isStatus = message.text().includes('status of 404') && message.location().url === page.url();
        if (['error', 'warning'].includes(message.type()) && !isStatus)
          said.push(`${page.url()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => said.push(`${page.url()}: ${error.message}`));
      // the dearest: other journeys add cheap parts and delete them meanwhile
      const dearest = await request.get('/api/items/search?sort=-price&pageSize=1');
      const [product] = ((await dearest.json()) as { items: Product[] }).items;
      let customer = '';
      let unpaid: Pick<Order, '_id' | 'number'> = { _id: '', number: '' };
      if (account) {
        await signIn(page, account);
        const token = await tokenFor(request, account);
        const response = await request.get(`/api/purchases/search?status=unpaid&email=${account.email}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        if (account === ADMIN) customer = await idOf(request, CUSTOMER, token);
        unpaid = ((await response.json()) as { items: Order[] }).items[0] ?? unpaid;
      }
      const fill = (text: string) =>
        text
          .replace('{id}', product!._id)
          .replace('{name}', product!.name)
          .replace('{customer}', customer)
          .replace('{unpaid}', unpaid._id)
          .replace('{number}', unpaid.number);
      for (const { path, shows } of list) {
        await test.step(path, async () => {
          await page.goto(fill(path));
          const what = typeof shows === 'string' ? fill(shows) : shows;
          await expect(
            page.getByRole('main').getByText(what).filter({ visible: true }).first(),
          ).toBeVisible();
          await page.waitForLoadState('networkidle');
          await expectAccessible(page, path);
        });
      }
      expect(said).toEqual([]);
    });
  }
}

/** The `_id` of an account, as admins find it. */
async function idOf(request: APIRequestContext, { email }: Account, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await request.get(`/api/user/${email}`, { headers });
  return ((await response.json()) as { _id: string })._id;
}

visits('every public page', undefined, PUBLIC);
visits("every customer's page", CUSTOMER, CUSTOMERS);
visits("every admin's page", ADMIN, ADMINS, [WIDE, NARROW]);
