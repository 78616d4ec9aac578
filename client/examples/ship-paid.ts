/**
 * Ships every order that has been paid, oldest first, and prints a packing list.
 *
 * SHOP_URL, API_KEY (scopes orders:read and orders:ship), MOST: at most so many orders, all of them if left out.
 */
import { createClient, type OrderDto } from '@rapid-manufacturer/client';

const { SHOP_URL = 'http://localhost:3000', API_KEY, MOST = 'Infinity' } = process.env;
const shop = createClient({ baseUrl: SHOP_URL, apiKey: API_KEY });

let refused = 0;
async function ship(orders: OrderDto[]): Promise<void> {
  const { data } = await shop.POST('/purchases/bulk-ship', { body: { ids: orders.map(({ _id }) => _id) } });
  const byId = new Map(orders.map((order) => [order._id, order]));
  for (const { id, outcome, reason } of data.rows) {
    const { orderQuantity, productName, address } = byId.get(id)!;
    if (outcome === 'done') console.log(`${id}: ${orderQuantity} × ${productName} to ${address}`);
    else {
      // somebody else cancelled, refunded or shipped it since the list was read
      refused += 1;
      console.error(`${id} was not shipped: ${reason ?? outcome}`);
    }
  }
}

const BATCH = 100;
let batch: OrderDto[] = [];
let left = Number(MOST);
for await (const order of shop.all('/purchases/search', { query: { status: 'paid', sort: 'oldest' } })) {
  if (left <= 0) break;
  left -= 1;
  batch.push(order);
  if (batch.length < BATCH) continue;
  await ship(batch);
  batch = [];
}
if (batch.length > 0) await ship(batch);
process.exitCode = refused > 0 ? 1 : 0;
