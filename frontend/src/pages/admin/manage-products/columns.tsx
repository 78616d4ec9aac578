import type { ManagedProduct } from '../../../api/types';
import { count, date, money } from '../../../lib/format';
import type { Column } from '../../../lists/columns';
import { OpenRow } from '../../../lists/open-row';
import { AvailabilityTag } from '../../../features/products/availability-tag';
import { ProductImage } from '../../../features/products/product-image';
import { Tag } from '../../../ui/feedback';
import { DeleteProduct } from './delete-product';
import { RestockProduct } from './restock-product';

export const productColumns: Column<ManagedProduct>[] = [
  {
    key: 'image',
    label: 'Image',
    width: 88,
    render: (product) => (
      <ProductImage src={product.img} alt={product.name} className="cell-image" sizes="3.5rem" />
    ),
  },
  {
    key: 'name',
    label: 'Name',
    namesRow: true,
    render: (product) => (
      <span className="cell-stack">
        <OpenRow id={product._id} label={`Edit ${product.name}`}>
          {product.name}
        </OpenRow>
        {product.kind && <small>{product.kind}</small>}
      </span>
    ),
    sort: { ascend: { key: 'name', label: 'Name A to Z' }, descend: { key: '-name', label: 'Name Z to A' } },
  },
  { key: 'sku', label: 'SKU', width: 130, render: ({ sku }) => sku ?? <span className="muted">–</span> },
  {
    key: 'price',
    label: 'Price',
    align: 'end',
    render: (product) => money(product.price),
    sort: {
      ascend: { key: 'price', label: 'Cheapest first' },
      descend: { key: '-price', label: 'Dearest first' },
    },
  },
  { key: 'minimum', label: 'Minimum Order', align: 'end', render: (product) => count(product.minimumOQ) },
  {
    key: 'available',
    label: 'Available',
    align: 'end',
    width: 115,
    render: (product) => count(product.availableQ),
    sort: {
      ascend: { key: 'availableQ', label: 'Least stock first' },
      descend: { key: '-availableQ', label: 'Most stock first' },
    },
  },
  {
    key: 'availability',
    label: 'Availability',
    render: ({ availability, state }) =>
      state === 'archived' ? (
        <Tag tone="info">Archived</Tag>
      ) : (
        <AvailabilityTag availability={availability} />
      ),
  },
  {
    key: 'added',
    label: 'Added',
    render: (product) => <span className="num">{date(product.createdAt)}</span>,
    sort: {
      ascend: { key: 'oldest', label: 'Oldest first' },
      descend: { key: 'newest', label: 'Newest first' },
    },
  },
  {
    key: 'updated',
    label: 'Changed',
    hidden: true,
    render: (product) => <span className="num">{date(product.updatedAt)}</span>,
  },
  {
    key: 'actions',
    label: 'Actions',
    width: 210,
    render: (product) => (
      <span className="cell-row">
        <RestockProduct product={product} />
        <DeleteProduct product={product} />
      </span>
    ),
  },
];
