/** Where a unit is. In the warehouse it waits to be paid or shipped; in the stock anybody can order it; nobody has a lost one. */
export type Place = 'warehouse' | 'customer' | 'stock' | 'lost';

export interface ModelUnit {
  at: Place;
  isRefunded: boolean;
  isReturned?: boolean;
  /** Whether it is not to be sold again, should it come back. */
  isBroken?: boolean;
}

export interface Units {
  productId: string;
  quantity: number;
}

export const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** A line of an order of the model: each of its units is somewhere, and is refunded or not. */
export class ModelLine {
  readonly units: ModelUnit[];

  /** @param cost what all of it is charged */
  constructor(
    readonly productId: string,
    quantity: number,
    readonly cost: number,
  ) {
    this.units = Array.from({ length: quantity }, () => ({ at: 'warehouse', isRefunded: false }));
  }

  at(place: Place): ModelUnit[] {
    return this.units.filter((unit) => unit.at === place);
  }

  get refunded(): number {
    return this.units.filter((unit) => unit.isRefunded).length;
  }

  /** What the first so many units are worth: all of them are worth what the line costs. */
  private worth(units: number): number {
    return Math.round((this.cost * units) / this.units.length);
  }

  /** What was charged for the units that are not refunded. */
  get kept(): number {
    return this.cost - this.worth(this.refunded);
  }

  /** What some more units give back; undefined when there are not so many. */
  valueOf(quantity: number): number | undefined {
    const upTo = this.refunded + quantity;
    if (quantity < 1 || upTo > this.units.length) return undefined;
    return this.worth(upTo) - this.worth(this.refunded);
  }

  /** Units that left and came back with a refund. */
  get returned(): number {
    return this.units.filter((unit) => unit.isReturned).length;
  }

  get shipped(): number {
    return this.at('customer').length + this.returned;
  }

  /** What has not left yet is refunded first, is not shipped any more, and goes back to the stock. */
  refund(quantity: number, restock?: boolean): void {
    const paidFor = [...this.at('warehouse'), ...this.at('customer')].filter((unit) => !unit.isRefunded);
    for (const unit of paidFor.slice(0, quantity)) refund(unit, restock);
  }

  refundAll(restock?: boolean): void {
    for (const unit of this.units) if (!unit.isRefunded) refund(unit, restock);
  }

  ship(quantity: number): void {
    for (const unit of this.at('warehouse').slice(0, quantity)) unit.at = 'customer';
  }

  /**
   * So many units were never shipped: those that were refunded first, which go to the stock, or are lost where they are not to be
   * sold again, these before all others. Where fewer are with the customer, some that came back with a refund are of them.
   */
  back(quantity: number): void {
    const out = this.at('customer');
    const back = out.toSorted((a, b) => rank(a) - rank(b));
    for (const unit of back.slice(0, quantity)) unit.at = placeOf(unit);
    const returned = this.units.filter((unit) => unit.isReturned);
    for (const unit of returned.slice(0, Math.max(0, quantity - out.length))) unit.isReturned = false;
  }
}

const rank = ({ isRefunded, isBroken }: ModelUnit): number => (isBroken ? 0 : isRefunded ? 1 : 2);

/** Where a unit goes that comes back. */
function placeOf({ isRefunded, isBroken }: ModelUnit): Place {
  if (isBroken) return 'lost';
  return isRefunded ? 'stock' : 'warehouse';
}

function refund(unit: ModelUnit, restock?: boolean): void {
  unit.isRefunded = true;
  unit.isBroken = restock === false;
  if (unit.at === 'warehouse') unit.at = restock === false ? 'lost' : 'stock';
  else if (unit.at === 'customer' && restock) Object.assign(unit, { at: 'stock', isReturned: true });
}
