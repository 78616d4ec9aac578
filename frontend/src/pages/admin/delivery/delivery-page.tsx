import type { ComponentType } from 'react';
import type { CarrierDto, SaveDeliveryMethodDto, TaxRateDto } from '../../../api/generated-admin';
import { useDeliveryToEditQuery } from '../../../api/delivery-admin';
import { money } from '../../../lib/format';
import type { Column } from '../../../lists/columns';
import { EmptyState, ErrorState } from '../../../ui/feedback';
import { PageHead } from '../../../ui/page-head';
import { Spinner } from '../../../ui/spinner';
import { CarrierForm } from './carrier-form';
import { EditEntry, type EntryFormProps, RemoveEntry, type RemoveEntryProps } from './edit-entry';
import { CARRIERS, countriesText, daysText, METHODS, placeText, priceText, RATES } from './entries';
import { EntryTable, type EntryRow } from './entry-table';
import { MethodForm } from './method-form';
import { RateForm } from './rate-form';

interface EntryActions<Entry> extends Pick<RemoveEntryProps<Entry>, 'list' | 'kept' | 'done'> {
  form: ComponentType<EntryFormProps<Entry>>;
  /** How an entry is called in a sentence. */
  subjectOf: (entry: Entry) => string;
}

/** The column in which an entry is edited and removed. */
const actions = <Entry,>({ form, subjectOf, ...removal }: EntryActions<Entry>): Column<EntryRow<Entry>> => ({
  key: 'actions',
  label: 'Change',
  width: 170,
  render: ({ entry, read }) => {
    const subject = subjectOf(entry);
    const props = { entry, subject, read };
    return (
      <span className="cell-row">
        <EditEntry {...props} label="Edit" title={`Edit ${subject}`} form={form} />
        <RemoveEntry {...props} {...removal} />
      </span>
    );
  },
});

const methodColumns: Column<EntryRow<SaveDeliveryMethodDto>>[] = [
  { key: 'name', label: 'Name', minWidth: 140, namesRow: true, render: ({ entry }) => entry.name },
  { key: 'price', label: 'Price', width: 100, align: 'end', render: ({ entry }) => priceText(entry.price) },
  {
    key: 'freeFrom',
    label: 'Free from',
    width: 120,
    align: 'end',
    render: ({ entry: { freeFrom } }) =>
      freeFrom === undefined ? <span className="muted">No subtotal</span> : money(freeFrom),
  },
  { key: 'days', label: 'Takes', width: 150, render: ({ entry }) => daysText(entry.workingDays) },
  {
    key: 'countries',
    label: 'Countries',
    minWidth: 170,
    wraps: true,
    render: ({ entry: { countries } }) => (
      <span title={countriesText(countries, Infinity)}>{countriesText(countries)}</span>
    ),
  },
  actions({
    list: METHODS,
    form: MethodForm,
    subjectOf: ({ name }) => name,
    done: 'Delivery Method Removed',
  }),
];

const rateColumns: Column<EntryRow<TaxRateDto>>[] = [
  {
    key: 'place',
    label: 'Place',
    minWidth: 240,
    namesRow: true,
    wraps: true,
    render: ({ entry }) => placeText(entry),
  },
  { key: 'rate', label: 'Rate', width: 120, align: 'end', render: ({ entry: { rate } }) => `${rate} %` },
  {
    key: 'isIncluded',
    label: "The shop's prices",
    minWidth: 180,
    render: ({ entry: { isIncluded } }) => (isIncluded ? 'Include it' : 'It is added to them'),
  },
  actions({
    list: RATES,
    form: RateForm,
    subjectOf: (rate) => `the tax of ${placeText(rate)}`,
    done: 'Tax Rate Removed',
  }),
];

const carrierColumns: Column<EntryRow<CarrierDto>>[] = [
  {
    key: 'name',
    label: 'Name',
    minWidth: 140,
    namesRow: true,
    wraps: true,
    render: ({ entry }) => entry.name,
  },
  {
    key: 'trackingUrl',
    label: 'Tracking page',
    minWidth: 280,
    wraps: true,
    render: ({ entry: { trackingUrl } }) => <span className="delivery__address">{trackingUrl}</span>,
  },
  actions({
    list: CARRIERS,
    form: CarrierForm,
    subjectOf: ({ name }) => name,
    kept: 'Shipments keep their links.',
    done: 'Carrier Removed',
  }),
];

/** Delivery methods, tax rates and own carriers. They are one document: each change saves all of them, based on what was shown. */
export default function DeliveryPage() {
  const {
    data: read,
    error,
    refetch,
  } = useDeliveryToEditQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <>
      <PageHead
        title="Delivery And Tax"
        lead="What customers can choose at checkout, and what is charged for it. A change applies to the orders placed from then on."
      />
      {read ? (
        <div className="table-sections">
          <EntryTable
            title="Delivery methods"
            lead="An order goes by the cheapest one unless its customer chooses another. While there are methods, nothing can be ordered to countries that none of them serves."
            list={METHODS}
            read={read}
            columns={methodColumns}
            add={
              <EditEntry label="Add A Method" title="Add a delivery method" read={read} form={MethodForm} />
            }
            empty={
              <EmptyState title="No delivery methods">
                Customers order without choosing one: nothing is charged for delivery, and no date is
                promised.
              </EmptyState>
            }
          />
          <EntryTable
            title="Tax rates"
            lead="The rate of the region applies, otherwise that of the country; elsewhere there is no tax. It is rounded for each line of an order, and delivery is taxed alike."
            list={RATES}
            read={read}
            columns={rateColumns}
            add={<EditEntry label="Add A Rate" title="Add a tax rate" read={read} form={RateForm} />}
            empty={<EmptyState title="No tax rates">No tax is charged, and receipts show none.</EmptyState>}
          />
          <EntryTable
            title="Own carriers"
            lead="Customers follow a shipment on the carrier's page. The shop knows those of the large carriers, such as DHL, FedEx and UPS; add the others that you ship with."
            list={CARRIERS}
            read={read}
            columns={carrierColumns}
            add={<EditEntry label="Add A Carrier" title="Add a carrier" read={read} form={CarrierForm} />}
            empty={
              <EmptyState title="No own carriers">
                Shipments by carriers that the shop does not know have no link.
              </EmptyState>
            }
          />
        </div>
      ) : error ? (
        <ErrorState error={error} retry={refetch} />
      ) : (
        <Spinner label="Loading delivery and tax" />
      )}
    </>
  );
}
