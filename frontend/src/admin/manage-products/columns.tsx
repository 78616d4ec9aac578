import { Link } from 'react-router-dom';
import type { Product } from '../../api/types';
import { count, date, money } from '../../shared/format';
import type { Column } from '../../shared/table/columns';
import { AvailabilityTag } from '../../shared/ui/availability-tag';
import { ProductImage } from '../../shared/ui/product-image';
import { DeleteProduct } from './delete-product';

export const productColumns: Column<Product>[] = [
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
        <Link className="row-link" to={`/parts/${product._id}`}>
          {product.name}
        </Link>
        {product.kind && <small>{product.kind}</small>}
      </span>
    ),
    sort: { ascend: { key: 'name', label: 'Name A to Z' }, descend: { key: '-name', label: 'Name Z to A' } },
  },
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
    render: (product) => count(product.availableQ),
    sort: {
      ascend: { key: 'availableQ', label: 'Least stock first' },
      descend: { key: '-availableQ', label: 'Most stock first' },
    },
  },
  {
    key: 'availability',
    label: 'Availability',
    render: ({ availability }) => <AvailabilityTag availability={availability} />,
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
  { key: 'delete', label: 'Delete', render: (product) => <DeleteProduct product={product} /> },
];
