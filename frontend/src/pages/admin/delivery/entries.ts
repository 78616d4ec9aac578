import type {
  CarrierDto,
  DeliverySettingsDto,
  SaveDeliveryMethodDto,
  SaveDeliverySettingsDto,
  TaxRateDto,
} from '../../../api/generated-admin';
import { countryName } from '../../../lib/countries';
import { count, money } from '../../../lib/format';

/** A list of the settings, whose entries are edited one at a time while all are saved at once. */
export interface EntryList<Entry> {
  /** Its name in the settings. */
  name: 'methods' | 'taxRates' | 'carriers';
  of: (settings: DeliverySettingsDto) => readonly Entry[];
  /** What identifies an entry. */
  keyOf: (entry: Entry) => string;
  /** The settings with these entries instead. */
  replace: (settings: DeliverySettingsDto, entries: readonly Entry[]) => SaveDeliverySettingsDto;
  /** An entry in a line. */
  text: (entry: Entry) => string;
}

export const daysText = (workingDays: number): string =>
  workingDays === 0 ? 'The same day' : `${count(workingDays)} working day${workingDays === 1 ? '' : 's'}`;

/** `Austria, Germany`; of many, how many they are. */
export function countriesText(countries: readonly string[], most = 4): string {
  if (countries.length === 0) return 'Everywhere';
  return countries.length > most
    ? `${countries.length} countries`
    : countries
        .map(countryName)
        .sort((one, other) => one.localeCompare(other, 'en'))
        .join(', ');
}

export const priceText = (price: number): string => (price === 0 ? 'Free' : money(price));

/** `Germany`, `IL, United States`. */
export const placeText = ({ country, region }: Pick<TaxRateDto, 'country' | 'region'>): string =>
  [region, countryName(country)].filter(Boolean).join(', ');

export const METHODS: EntryList<SaveDeliveryMethodDto> = {
  name: 'methods',
  of: ({ methods }) => methods,
  keyOf: ({ _id = '' }) => _id,
  replace: ({ taxRates, carriers }, methods) => ({ methods: [...methods], taxRates, carriers }),
  text: ({ name, price, freeFrom, workingDays, countries }) =>
    [
      name,
      priceText(price),
      freeFrom === undefined ? '' : `free from ${money(freeFrom)}`,
      daysText(workingDays),
      countriesText(countries),
    ]
      .filter(Boolean)
      .join(' · '),
};

export const RATES: EntryList<TaxRateDto> = {
  name: 'taxRates',
  of: ({ taxRates }) => taxRates,
  keyOf: ({ country, region = '' }) => `${country} ${region.toLowerCase()}`,
  replace: ({ methods, carriers }, taxRates) => ({ methods, taxRates: [...taxRates], carriers }),
  text: (rate) =>
    `${placeText(rate)} · ${rate.rate} % · ${rate.isIncluded ? 'prices include it' : 'added to prices'}`,
};

/** The shop's own; those that it knows are no settings. */
export const CARRIERS: EntryList<CarrierDto> = {
  name: 'carriers',
  of: ({ carriers }) => carriers,
  keyOf: ({ name }) => name.toLowerCase(),
  replace: ({ methods, taxRates }, carriers) => ({ methods, taxRates, carriers: [...carriers] }),
  text: ({ name, trackingUrl }) => `${name} · ${trackingUrl}`,
};

/** An https address that names the tracking number; the server has the same rule. */
const TRACKING_URL = /^https:\/\/[^\s/?#{}@]+\/[^\s{}]*\{number\}([^\s{}]|\{number\})*$/;

export const isTrackingUrl = (text: string): boolean => TRACKING_URL.test(text.trim());

/** Where an entry stands, or will stand when it is new. */
export function indexOf<Entry>(
  list: EntryList<Entry>,
  settings: DeliverySettingsDto,
  key: string | undefined,
): number {
  const entries = list.of(settings);
  const at = entries.findIndex((entry) => list.keyOf(entry) === key);
  return at < 0 ? entries.length : at;
}

/** The settings with one entry changed, or added where none has the key. */
export function withEntry<Entry>(
  list: EntryList<Entry>,
  settings: DeliverySettingsDto,
  key: string | undefined,
  entry: Entry,
): SaveDeliverySettingsDto {
  const entries = [...list.of(settings)];
  entries[indexOf(list, settings, key)] = entry;
  return list.replace(settings, entries);
}

export const withoutEntry = <Entry>(
  list: EntryList<Entry>,
  settings: DeliverySettingsDto,
  key: string,
): SaveDeliverySettingsDto =>
  list.replace(
    settings,
    list.of(settings).filter((entry) => list.keyOf(entry) !== key),
  );

/** What another admin did meanwhile to the settings, and to the entry that is edited, if any. */
export function conflictText<Entry>(
  list: EntryList<Entry>,
  key: string | undefined,
  before: DeliverySettingsDto,
  now: DeliverySettingsDto,
): string {
  const find = (settings: DeliverySettingsDto) =>
    list.of(settings).find((entry) => key !== undefined && list.keyOf(entry) === key);
  const [was, is] = [find(before), find(now)];
  if (was && !is) return 'Somebody else has removed it meanwhile. Save again to add it as you have it here.';
  if (was && is && JSON.stringify(was) !== JSON.stringify(is))
    return `Somebody else has changed it meanwhile; it is now: ${list.text(is)}. Save again to replace that with yours.`;
  return 'Somebody else has changed delivery or tax meanwhile. What they changed is kept; save again to save yours, too.';
}
