import { comparable } from './charges.js';

/** What stands for the tracking number in the address of a carrier's tracking page. */
export const TRACKING_NUMBER = '{number}';

/** Who delivers, and the page on which a shipment is followed. */
export interface Carrier {
  name: string;
  /** With `{number}` for the tracking number. */
  trackingUrl: string;
}

/** Carriers whose tracking pages the shop knows, as the carriers name them. */
export const KNOWN_CARRIERS: readonly Carrier[] = [
  { name: 'Australia Post', trackingUrl: 'https://auspost.com.au/mypost/track/details/{number}' },
  {
    name: 'Canada Post',
    trackingUrl: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}',
  },
  {
    name: 'DHL',
    trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}',
  },
  { name: 'DPD', trackingUrl: 'https://tracking.dpd.de/status/en_US/parcel/{number}' },
  { name: 'Evri', trackingUrl: 'https://www.evri.com/track/parcel/{number}' },
  { name: 'FedEx', trackingUrl: 'https://www.fedex.com/fedextrack/?trknbr={number}' },
  { name: 'GLS', trackingUrl: 'https://gls-group.com/EU/en/parcel-tracking?match={number}' },
  {
    name: 'Royal Mail',
    trackingUrl: 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
  },
  { name: 'UPS', trackingUrl: 'https://www.ups.com/track?tracknum={number}' },
  { name: 'USPS', trackingUrl: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}' },
];

/** The carriers of a shop by name: its own, and those that are known and that it has not replaced. */
export function carriersOf(own: readonly Carrier[]): Carrier[] {
  const names = new Set(own.map(({ name }) => comparable(name)));
  return [...own, ...KNOWN_CARRIERS.filter(({ name }) => !names.has(comparable(name)))].toSorted((a, b) =>
    a.name.localeCompare(b.name, 'en'),
  );
}

/** The page that follows a shipment; undefined where the carrier's is not known. */
export function trackingPage(
  own: readonly Carrier[],
  { carrier, trackingNumber }: { carrier?: string | undefined; trackingNumber?: string | undefined },
): string | undefined {
  if (carrier === undefined || trackingNumber === undefined) return undefined;
  const known = carriersOf(own).find(({ name }) => comparable(name) === comparable(carrier));
  return known?.trackingUrl.replaceAll(TRACKING_NUMBER, encodeURIComponent(trackingNumber));
}
