import { Link } from 'react-router-dom';
import type { Product } from '../../api/types';
import { count, date, money } from '../../shared/format';
import type { Column } from '../../shared/table/columns';
import { Tag } from '../../shared/ui/feedback';
import { Picture } from '../../shared/ui/picture';
import { AVAILABILITY_WORDS } from './availability';
import { DeleteProduct } from './delete-product';

export const productColumns: Column<Product>[] = [
  {
    key: 'image',
    label: 'Image',
    width: 88,
    render: (product) => (
      <Picture src={product.img} alt={product.name} className="cell-picture" sizes="3.5rem" />
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
    sort: { ascend: { key: 'name', words: 'Name A to Z' }, descend: { key: '-name', words: 'Name Z to A' } },
  },
  {
    key: 'price',
    label: 'Price',
    align: 'end',
    render: (product) => money(product.price),
    sort: {
      ascend: { key: 'price', words: 'Cheapest first' },
      descend: { key: '-price', words: 'Dearest first' },
    },
  },
  { key: 'minimum', label: 'Minimum Order', align: 'end', render: (product) => count(product.minimumOQ) },
  {
    key: 'available',
    label: 'Available',
    align: 'end',
    render: (product) => count(product.availableQ),
    sort: {
      ascend: { key: 'availableQ', words: 'Least stock first' },
      descend: { key: '-availableQ', words: 'Most stock first' },
    },
  },
  {
    key: 'availability',
    label: 'Availability',
    render: ({ availability }) => {
      const { words, tone } = AVAILABILITY_WORDS[availability];
      return <Tag tone={tone}>{words}</Tag>;
    },
  },
  {
    key: 'added',
    label: 'Added',
    render: (product) => <span className="num">{date(product.createdAt)}</span>,
    sort: {
      ascend: { key: 'oldest', words: 'Oldest first' },
      descend: { key: 'newest', words: 'Newest first' },
    },
  },
  { key: 'delete', label: 'Delete', render: (product) => <DeleteProduct product={product} /> },
];
