import type { Kind, ManagedProduct } from '../../../api/types';
import { AvailabilityTag } from '../../../features/products/availability-tag';
import { specText } from '../../../features/kinds/spec-text';
import { findKind } from '../../../features/kinds/use-kinds';
import { ProductImage } from '../../../features/products/product-image';
import { count, money } from '../../../lib/format';
import type { Column } from '../../../lists/columns';
import { OpenRow } from '../../../lists/open-row';
import { Time } from '../../../ui-admin/time';
import { Tag } from '../../../ui/feedback';
import { breaksText } from './breaks-text';
import { DeleteProduct } from './delete-product';
import { ProductMenu } from './product-menu';
import { RestockProduct } from './restock-product';
import { specSort } from './spec-sorts';
import { waitingText } from './waiting-text';

/** The specifications of a kind as columns, shown once someone selects them. */
const specColumns = (kind: Kind | undefined): Column<ManagedProduct>[] =>
  (kind?.specs ?? []).map((spec) => ({
    key: `spec-${spec.key}`,
    label: spec.label,
    width: 140,
    hidden: true,
    align: spec.type === 'number' ? 'end' : undefined,
    sort: specSort(spec),
    render: ({ kind: own, specs }) => {
      const value = own === kind?.slug ? specs?.[spec.key] : undefined;
      if (value === undefined) return <span className="muted">{specText(spec, value)}</span>;
      const text = specText(spec, value);
      return <span title={text}>{text}</span>;
    },
  }));

/** @param kind the one that the list is filtered by, if any */
export const productColumns = (kinds: readonly Kind[], kind: Kind | undefined): Column<ManagedProduct>[] => [
  {
    key: 'image',
    label: 'Image',
    width: 54,
    render: (product) => (
      <ProductImage src={product.img} alt={product.name} className="cell-image" sizes="2.5rem" />
    ),
  },
  {
    key: 'name',
    label: 'Name',
    minWidth: 180,
    namesRow: true,
    card: '1 / 2 / auto / span 2',
    render: (product) => (
      <span className="cell-line" title={product.name}>
        <OpenRow id={product._id} label={`Edit ${product.name}`}>
          {product.name}
        </OpenRow>{' '}
        {product.kind && <small>{findKind(kinds, product.kind)?.label ?? product.kind}</small>}
      </span>
    ),
    sort: { ascend: { key: 'name', label: 'Name A to Z' }, descend: { key: '-name', label: 'Name Z to A' } },
  },
  { key: 'sku', label: 'SKU', width: 100, render: ({ sku }) => sku ?? <span className="muted">–</span> },
  {
    key: 'price',
    label: 'Price',
    align: 'end',
    width: 90,
    card: '2 / 2',
    render: ({ price, breaks }) => <span title={breaks && breaksText(breaks)}>{money(price)}</span>,
    sort: {
      ascend: { key: 'price', label: 'Cheapest first' },
      descend: { key: '-price', label: 'Dearest first' },
    },
  },
  {
    key: 'minimum',
    label: 'Minimum Order',
    align: 'end',
    width: 84,
    render: (product) => count(product.minimumOQ),
  },
  ...specColumns(kind),
  {
    key: 'manufacturer',
    label: 'Manufacturer',
    width: 130,
    hidden: true,
    render: ({ manufacturer }) => manufacturer ?? <span className="muted">–</span>,
  },
  {
    key: 'breaks',
    label: 'Prices by quantity',
    width: 190,
    hidden: true,
    render: ({ breaks }) => (breaks ? breaksText(breaks) : <span className="muted">–</span>),
  },
  {
    key: 'pack',
    label: 'Pack',
    align: 'end',
    width: 70,
    hidden: true,
    render: ({ orderStep }) => (orderStep ? count(orderStep) : <span className="muted">–</span>),
  },
  {
    key: 'available',
    label: 'Available',
    align: 'end',
    width: 104,
    card: '2 / 3',
    render: (product) => (
      <>
        {count(product.availableQ)}
        <span className="rows__on-card">
          {' '}
          available
          {product.waitingUnits > 0 && `, ${count(product.waitingUnits)} waited for`}
        </span>
      </>
    ),
    sort: {
      ascend: { key: 'availableQ', label: 'Least stock first' },
      descend: { key: '-availableQ', label: 'Most stock first' },
    },
  },
  {
    key: 'availability',
    label: 'Availability',
    width: 158,
    card: '3 / 2',
    render: ({ availability, state }) =>
      state === 'archived' ? (
        <Tag tone="info">Archived</Tag>
      ) : (
        <AvailabilityTag availability={availability} />
      ),
  },
  {
    key: 'waiting',
    label: 'Waiting',
    align: 'end',
    width: 112,
    render: ({ waitingAlerts, waitingUnits }) =>
      waitingAlerts === 0 ? (
        <span className="muted">–</span>
      ) : (
        <span title={waitingText(waitingAlerts, waitingUnits)}>
          {count(waitingUnits)} <small className="muted">by {count(waitingAlerts)}</small>
        </span>
      ),
    sort: {
      ascend: { key: 'waiting', label: 'Least waited for first' },
      descend: { key: '-waiting', label: 'Most waited for first' },
    },
  },
  {
    key: 'added',
    label: 'Added',
    width: 108,
    hidden: true,
    render: (product) => <Time at={product.createdAt} day />,
    sort: {
      ascend: { key: 'oldest', label: 'Oldest first' },
      descend: { key: 'newest', label: 'Newest first' },
    },
  },
  {
    key: 'updated',
    label: 'Changed',
    width: 166,
    hidden: true,
    render: (product) => <Time at={product.updatedAt} />,
  },
  {
    key: 'actions',
    label: 'Actions',
    width: 190,
    card: '3 / 3',
    render: (product) => (
      <span className="cell-row">
        <RestockProduct product={product} />
        <DeleteProduct product={product} />
        <ProductMenu product={product} />
      </span>
    ),
  },
];
