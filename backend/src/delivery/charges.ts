import { shareOf, sumCents } from '../common/money.js';
import type { WorkingTime } from '../common/working-days.js';
import { expectedOn } from './delivery-date.js';
import type { DeliveryMethod, DeliverySettings, TaxRate } from './delivery-settings.schema.js';

/** Where an order goes, as far as delivery and tax depend on it. */
export interface Destination {
  /** ISO 3166-1 alpha-2. */
  country: string;
  region?: string | undefined;
}

/** The tax of a destination. */
export type Tax = Pick<TaxRate, 'rate' | 'isIncluded'>;

/** A delivery method as it is charged for one order. */
export interface DeliveryOffer {
  method: DeliveryMethod;
  /** Whole cents; with the tax where prices include it. */
  priceCents: number;
}

/** An offer with the day it is expected to arrive, `2026-11-30`. */
export interface DatedOffer extends DeliveryOffer {
  expected: string;
}

type Settings = Pick<DeliverySettings, 'methods' | 'taxRates'>;

/** How the names of regions, and those of methods, are compared. */
export const comparable = (text: string): string => text.trim().toLowerCase();

/** The tax that applies: the region's own rate, else the country's, else none. */
export function taxAt({ taxRates }: Pick<Settings, 'taxRates'>, { country, region }: Destination): Tax {
  const ofCountry = taxRates.filter((tax) => tax.country === country);
  const ofRegion = ofCountry.find(
    (tax) =>
      tax.region !== undefined && region !== undefined && comparable(tax.region) === comparable(region),
  );
  const { rate, isIncluded } = ofRegion ??
    ofCountry.find((tax) => tax.region === undefined) ?? { rate: 0, isIncluded: true };
  return { rate, isIncluded };
}

/** The methods that deliver there, cheapest first, then fastest, as they are charged at a subtotal. */
export function offersTo(
  { methods }: Pick<Settings, 'methods'>,
  { country }: Destination,
  subtotalCents: number,
): DeliveryOffer[] {
  return methods
    .filter(({ countries }) => countries.length === 0 || countries.includes(country))
    .map((method) => ({
      method,
      priceCents: subtotalCents >= (method.freeFromCents ?? Infinity) ? 0 : method.priceCents,
    }))
    .toSorted((a, b) => a.priceCents - b.priceCents || a.method.workingDays - b.method.workingDays);
}

/** Rates have at most four decimals: in these parts of a percent they are whole numbers. */
const PARTS = 10_000;
const WHOLE = 100 * PARTS;

/** The tax of an amount in whole cents, halves up: the part of it where prices include the tax, else what is added to it. */
export function taxOf(cents: number, { rate, isIncluded }: Tax): number {
  const parts = Math.round(rate * PARTS);
  return shareOf(cents, parts, isIncluded ? WHOLE + parts : WHOLE);
}

/** What is ordered, where it goes, and when. */
export interface Chargeable {
  lines: readonly { unitCents: number; quantity: number }[];
  settings: Settings;
  to: Destination;
  /** The delivery method asked for; without it the cheapest. */
  methodId?: string | undefined;
  at: Date;
  time: WorkingTime;
}

/** What an order costs, in whole cents, and when it is expected to arrive. */
export interface Charge {
  /** The tax of each line, in the order of the lines. */
  lines: { taxRate: number; taxCents: number }[];
  /** Undefined when nothing is charged for it: there are no methods, or none that was asked for delivers there. */
  delivery?: { methodId: string; name: string; priceCents: number; taxCents: number; expected: string };
  /** All that could be chosen. */
  offers: DatedOffer[];
  /** Whether the shop delivers there: it does everywhere as long as it has no methods. */
  isDelivered: boolean;
  tax: Tax;
  /** Of all lines, unit price × quantity. */
  subtotalCents: number;
  /** Of all lines and of the delivery. */
  taxCents: number;
  totalCents: number;
}

/** Charges delivery and tax. Each line's tax is rounded for itself, and so is that of the delivery. */
export function charge({ lines, settings, to, methodId, at, time }: Chargeable): Charge {
  const tax = taxAt(settings, to);
  const amounts = lines.map(({ unitCents, quantity }) => unitCents * quantity);
  const subtotalCents = sumCents(amounts);
  const offers = offersTo(settings, to, subtotalCents).map((offer) => ({
    ...offer,
    expected: expectedOn(at, offer.method.workingDays, time),
  }));
  const chosen =
    methodId === undefined
      ? offers[0]
      : offers.find(({ method }) => String(method._id) === methodId.toLowerCase());
  const delivery = chosen && {
    methodId: String(chosen.method._id),
    name: chosen.method.name,
    priceCents: chosen.priceCents,
    taxCents: taxOf(chosen.priceCents, tax),
    expected: chosen.expected,
  };
  const taxed = amounts.map((cents) => ({ taxRate: tax.rate, taxCents: taxOf(cents, tax) }));
  const taxCents = sumCents(taxed.map((line) => line.taxCents)) + (delivery?.taxCents ?? 0);
  return {
    lines: taxed,
    ...(delivery && { delivery }),
    offers,
    isDelivered: settings.methods.length === 0 || offers.length > 0,
    tax,
    subtotalCents,
    taxCents,
    totalCents: subtotalCents + (delivery?.priceCents ?? 0) + (tax.isIncluded ? 0 : taxCents),
  };
}
