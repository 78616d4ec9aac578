import * as fc from 'fast-check';
import type { ModelOrder, ModelShop } from './order-model.js';
import type { ShopUnderTest } from './order-model-shop.js';

/** More would hardly share the scarce products in other ways. */
export const MOST_ORDERS = 4;

/** One thing that somebody does; afterwards the shop is as the model. */
export class Command implements fc.AsyncCommand<ModelShop, ShopUnderTest> {
  constructor(
    private readonly what: string,
    private readonly does: (model: ModelShop, real: ShopUnderTest) => Promise<unknown>,
    private readonly isPossible: (model: ModelShop) => boolean,
  ) {}

  check(model: Readonly<ModelShop>): boolean {
    return this.isPossible(model);
  }

  async run(model: ModelShop, real: ShopUnderTest): Promise<void> {
    await this.does(model, real);
    await real.expectAs(model);
  }

  toString(): string {
    return this.what;
  }
}

/** True once in so many times. */
export const sometimes = (times: number): fc.Arbitrary<boolean> =>
  fc.nat(times - 1).map((n) => n === times - 1);

type Arbitraries<T> = { [Key in keyof T]: fc.Arbitrary<T[Key]> };

interface When {
  /** When it can be done at all. */
  isPossible?: (order: ModelOrder) => boolean;
  /** When the shop may well accept it; otherwise it is rarely tried. */
  isLikely?: (order: ModelOrder) => boolean;
}

/** A command about one of the orders, any of them. */
export const onOrder = <T extends object>(
  name: string,
  values: Arbitraries<T>,
  does: (order: ModelOrder, real: ShopUnderTest, values: T) => Promise<unknown>,
  { isPossible = () => true, isLikely = () => true }: When = {},
): fc.Arbitrary<Command> =>
  fc
    .record({
      nth: fc.nat(MOST_ORDERS - 1),
      isBold: sometimes(8),
      values: fc.record(values),
    })
    .map((chosen) => {
      const orderOf = ({ orders }: ModelShop) => orders[chosen.nth % orders.length];
      return new Command(
        `${name}(${JSON.stringify(chosen)})`,
        (model, real) => does(orderOf(model)!, real, chosen.values),
        (model) => {
          const order = orderOf(model);
          return order !== undefined && isPossible(order) && (chosen.isBold || isLikely(order));
        },
      );
    });
