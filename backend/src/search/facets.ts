import type { Spec } from '../kinds/kind.js';
import { specText } from '../kinds/spec-value.js';
import { AVAILABILITIES } from '../products/availability.js';
import type { FacetsDto, SpecFacetDto, SpecOptionCountDto, Uncounted } from './search.dto.js';
import type { EngineCounts, EngineQuery, SpecCounts } from './search-engine.js';
import type { SpecFilter } from './spec-filter.js';

/** Each value that some product has under the other filters, or that is chosen, in the order of the options. */
function optionsOf(spec: Spec, { values }: SpecCounts, filter: SpecFilter | undefined): SpecOptionCountDto[] {
  const chosen = new Set(filter?.values.map(String));
  const isShown = (value: string) => (values.get(value) ?? 0) > 0 || chosen.has(value);
  const option = (value: string, label: string) => ({ value, label, total: values.get(value) ?? 0 });
  switch (spec.type) {
    case 'flag':
      return ['true', 'false'].filter(isShown).map((value) => option(value, value === 'true' ? 'Yes' : 'No'));
    case 'number':
      return [...new Set([...values.keys(), ...chosen])]
        .filter(isShown)
        .toSorted((a, b) => Number(a) - Number(b))
        .map((value) => option(value, specText(spec, Number(value))));
    default:
      return spec.options
        .filter(({ value }) => isShown(value))
        .map(({ value, label }) => option(value, label));
  }
}

function facetOf(spec: Spec, counts: SpecCounts, filter: SpecFilter | undefined): SpecFacetDto {
  const isRange = spec.type === 'number' && spec.filter === 'range';
  return {
    key: spec.key,
    label: spec.label,
    group: spec.group,
    type: isRange ? 'range' : 'values',
    isNumber: spec.type === 'number',
    ...(spec.unit !== undefined && { unit: spec.unit }),
    ...(spec.type === 'number' && spec.decimals !== undefined && { decimals: spec.decimals }),
    ...(isRange && counts.min !== undefined && { min: counts.min, max: counts.max! }),
    options: isRange ? [] : optionsOf(spec, counts, filter),
    notStated: counts.notStated,
  };
}

/** Where nothing can be counted. */
export const notCounted = (uncounted: Uncounted): FacetsDto => ({
  isCounted: false,
  uncounted,
  kinds: [],
  availabilities: [],
  specs: [],
});

/** @param kinds the slugs of all kinds on sale, in their order */
export function toFacetsDto(
  counts: EngineCounts,
  { book, filters, kinds }: Pick<EngineQuery, 'book' | 'filters'> & { kinds: readonly string[] },
): FacetsDto {
  const slugs = new Set([...kinds, ...counts.kinds.keys()].filter((slug) => slug !== ''));
  return {
    isCounted: true,
    kinds: [...slugs].toSorted().map((kind) => ({
      kind,
      label: book.get(kind)?.plural ?? kind,
      total: counts.kinds.get(kind) ?? 0,
    })),
    availabilities: AVAILABILITIES.map((availability) => ({
      availability,
      total: counts.availabilities.get(availability) ?? 0,
    })),
    specs: (filters.kind?.specs ?? []).flatMap((spec) => {
      const ofSpec = counts.specs.get(spec.key);
      return ofSpec
        ? facetOf(
            spec,
            ofSpec,
            filters.specs.find((each) => each.spec.key === spec.key),
          )
        : [];
    }),
  };
}
