import { expect, it } from 'vitest';
import { problemsOf } from '../src/basket/basket-check.js';
import { refusalOf } from '../src/purchases/orders/order-totals.js';

// they are written twice, since a basket knows nothing of orders
it('a basket finds a problem in a line if and only if an order would refuse it', () => {
  for (const orderStep of [undefined, 2, 5])
    for (const minimumOQ of orderStep ? [orderStep, 2 * orderStep] : [1, 4])
      for (const availableQ of [0, 1, 6, 13, 40])
        for (const seenCents of [undefined, 100, 90, 80, 110])
          for (let quantity = 1; quantity <= 45; quantity += 1) {
            const breaks = [{ from: 20, priceCents: 90 }];
            const offer = { priceCents: 100, breaks, minimumOQ, availableQ, orderStep };
            const problems = problemsOf({ quantity, seenCents }, offer);
            const isRefused = refusalOf(offer, quantity, seenCents) !== undefined;
            if (problems.length > 0 !== isRefused)
              expect({ offer, quantity, seenCents, problems }).toBe(isRefused);
          }
  expect.assertions(0);
});
