import type { EditProductDto, ManagedProductDto } from '../../../api/generated-account';
import type { ReadProduct } from '../../../api/product-admin';
import { ProductImage } from '../../../features/products/product-image';
import { ConflictChoices } from '../../../forms/conflict-choices';
import { changedFields, type EditedFields, type FieldValue, mergedEdit } from '../../../forms/merge-edits';
import { money } from '../../../lib/format';
import { breaksText } from './breaks-text';

const FIELDS = [
  ['name', 'Name'],
  ['price', 'Price'],
  ['breaks', 'Prices by quantity'],
  ['minimumOQ', 'Minimum Order'],
  ['orderStep', 'Units of a pack'],
  ['lowStockAt', 'Low stock under'],
  ['kind', 'Kind'],
  ['sku', 'SKU'],
  ['description', 'Description'],
  ['img', 'Photo'],
] as const satisfies EditedFields<keyof EditProductDto>;

interface ProductConflictProps {
  /** The version that the edit is based on. */
  before: ManagedProductDto;
  theirs: ReadProduct & { edit: EditProductDto };
  busy: boolean;
  refusal: string | undefined;
  onSave: (edit: EditProductDto) => void;
  onReload: () => void;
}

/** The edit of a product that somebody else has changed meanwhile. */
export function ProductConflict({ before, theirs, onSave, ...rest }: ProductConflictProps) {
  const { product, edit } = theirs;
  const changed = changedFields(FIELDS, before, product, edit);
  return (
    <ConflictChoices
      {...rest}
      title="Somebody else changed this product"
      changed={changed}
      show={show}
      onSave={(choices) => onSave(mergedEdit(product, edit, changed, choices) as EditProductDto)}
    />
  );
}

function show(field: string, value: FieldValue) {
  if (value === undefined) return 'empty';
  if (field === 'price') return money(Number(value));
  if (typeof value === 'object') return breaksText(value as ManagedProductDto['breaks']);
  if (field === 'img') return <ProductImage src={String(value)} alt="" className="conflict__image" />;
  return String(value);
}
