import type { EditProductDto, ManagedProductDto } from '../../../api/generated-admin';
import type { Kind } from '../../../api/types';
import type { ReadProduct } from '../../../api/product-admin';
import { specText, type SpecValue } from '../../../features/kinds/spec-text';
import { findKind } from '../../../features/kinds/use-kinds';
import { ProductImage } from '../../../features/products/product-image';
import { ConflictChoices } from '../../../forms/conflict-choices';
import { changedFields, type EditedFields, type FieldValue, mergedEdit } from '../../../forms/merge-edits';
import { money } from '../../../lib/format';
import { breaksText } from './breaks-text';
import { flatEdit, flatSpecs, ownFirst, specFields, specOf, unflatEdit } from './spec-conflict';

const FIELDS = [
  ['name', 'Name'],
  ['price', 'Price'],
  ['breaks', 'Prices by quantity'],
  ['minimumOQ', 'Minimum Order'],
  ['orderStep', 'Units of a pack'],
  ['lowStockAt', 'Low stock under'],
  ['kind', 'Kind'],
  ['sku', 'SKU'],
  ['manufacturer', 'Manufacturer'],
  ['partNumbers', 'Part numbers'],
  ['gtin', 'GTIN'],
  ['externalId', 'External id'],
  ['description', 'Description'],
  ['img', 'Photo'],
] as const satisfies EditedFields<keyof EditProductDto>;

interface ProductConflictProps {
  /** The version that the edit is based on. */
  before: ManagedProductDto;
  theirs: ReadProduct & { edit: EditProductDto };
  kinds: readonly Kind[];
  busy: boolean;
  refusal: string | undefined;
  onSave: (edit: EditProductDto) => void;
  onReload: () => void;
}

/** The edit of a product that somebody else has changed meanwhile; each specification is a field of its own. */
export function ProductConflict({ before, theirs, kinds: all, onSave, ...rest }: ProductConflictProps) {
  const { product, edit } = theirs;
  const mine = flatEdit(edit);
  const kinds = ownFirst(all, [product, before], edit);
  const specs = specFields(kinds, [before, product], edit);
  const changed = changedFields<string>([...FIELDS, ...specs], flatSpecs(before), flatSpecs(product), mine);
  return (
    <ConflictChoices
      {...rest}
      title="Somebody else changed this product"
      changed={changed}
      show={(field, value) => show(kinds, field, value)}
      onSave={(choices) =>
        onSave(unflatEdit(kinds, product, mergedEdit(flatSpecs(product), mine, changed, choices)))
      }
    />
  );
}

function show(kinds: readonly Kind[], field: string, value: FieldValue) {
  const spec = specOf(kinds, field);
  if (spec) return specText(spec, value as SpecValue | undefined);
  if (value === undefined) return 'empty';
  if (field === 'breaks') return breaksText(value as ManagedProductDto['breaks']);
  if (typeof value === 'object') return (value as readonly string[]).join(', ');
  if (field === 'price') return money(Number(value));
  if (field === 'kind') return findKind(kinds, String(value))?.label ?? String(value);
  if (field === 'img') return <ProductImage src={String(value)} alt="" className="conflict__image" />;
  return String(value);
}
