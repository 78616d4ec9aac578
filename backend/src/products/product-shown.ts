import type { Kind, Spec, Specs } from '../kinds/kind.js';
import type { KindBook } from '../kinds/kind-book.js';
import { specText } from '../kinds/spec-value.js';
import { UNITS } from '../kinds/units.js';
import { type ProductDto, type SpecTextDto, toProductDto } from './product.dto.js';
import type { ProductDetailDto, ShownSpecDto, SpecGroupDto } from './product-detail.dto.js';
import type { Product } from './product.schema.js';

/** What cards show of a part: what its kind says, as far as it is known. */
const highlightsOf = (kind: Kind, specs: Specs): SpecTextDto[] =>
  kind.specs
    .filter(({ key, onCard }) => onCard && specs[key] !== undefined)
    .map((spec) => ({ label: spec.label, text: specText(spec, specs[spec.key]) }));

/** A product as the shop shows it, with what its kind says of it. */
export function toShownDto(book: KindBook, product: Product): ProductDto {
  const dto = toProductDto(product);
  if (!product.kind) return dto;
  const kind = book.get(product.kind);
  const highlights = kind ? highlightsOf(kind, product.specs ?? {}) : [];
  return Object.assign(dto, {
    kindLabel: kind?.label ?? product.kind,
    ...(highlights.length > 0 && { highlights }),
  });
}

function shownSpec(spec: Spec, specs: Specs): ShownSpecDto {
  const value = specs[spec.key];
  const code = spec.unit === undefined ? undefined : UNITS[spec.unit]?.code;
  return {
    key: spec.key,
    label: spec.label,
    text: specText(spec, value),
    isStated: value !== undefined,
    ...(value !== undefined && { value }),
    ...(spec.unit !== undefined && { unit: spec.unit }),
    ...(code !== undefined && { unitCode: code }),
  };
}

/** Its specifications under their headings, in the kind's order; those that are not known too. */
function groupsOf(kind: Kind, specs: Specs): SpecGroupDto[] {
  const groups = new Map<string, ShownSpecDto[]>();
  for (const spec of kind.specs) {
    const group = groups.get(spec.group) ?? [];
    group.push(shownSpec(spec, specs));
    groups.set(spec.group, group);
  }
  return [...groups].map(([label, shown]) => ({ label, specs: shown }));
}

/** A product as its page shows it. */
export function toDetailDto(book: KindBook, product: Product): ProductDetailDto {
  const kind = book.get(product.kind);
  const dto = toShownDto(book, product);
  return kind && kind.specs.length > 0
    ? Object.assign(dto, { specification: groupsOf(kind, product.specs ?? {}) })
    : dto;
}
