import { expect, type APIRequestContext } from '@playwright/test';
import { addProduct, newAccount, type Order, payOrder, type Product, register } from './shop.js';

/** Orders some products together, each in its minimum quantity, with the cheapest delivery unless told otherwise. */
export async function placeLines(
  request: APIRequestContext,
  token: string,
  products: readonly Product[],
  deliveryMethodId?: string,
): Promise<Order> {
  const response = await request.post('/api/checkout', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      lines: products.map(({ _id, price, minimumOQ }) => ({
        productId: _id,
        orderQuantity: minimumOQ,
        price,
      })),
      address: {
        name: 'Journey Buyer',
        line1: '1 Journey Road',
        city: 'Springfield',
        region: 'OR',
        postalCode: '97477',
        country: 'US',
      },
      phone: '5550100',
      ...(deliveryMethodId && { deliveryMethodId }),
      poNumber: 'PO-2026-0117',
      note: 'Please deliver before noon.',
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()) as Order;
}

/** A new customer's order of three products, which is paid unless told otherwise. */
export async function orderOfThree(request: APIRequestContext, paid = true) {
  const account = newAccount();
  const token = await register(request, account);
  const products = [
    await addProduct(request, { minimumOQ: 5, price: 12.5 }),
    await addProduct(request, { minimumOQ: 2, price: 49.9 }),
    await addProduct(request, { minimumOQ: 3, price: 8.1 }),
  ];
  const order = await placeLines(request, token, products);
  if (paid) await payOrder(request, token, order);
  return { account, token, products, order };
}
