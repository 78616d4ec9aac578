import type { SpecFacetDto as SpecFacet } from '../../../api/generated';
import { formatSpec, NOT_STATED, readSpec } from './spec-filter';

/** What a control of the filters by specifications makes of them; what the kind does not have is gone then. */

function changed(
  text: string,
  facets: readonly SpecFacet[],
  key: string,
  change: (items: readonly string[]) => readonly string[],
): string {
  const choices = new Map(readSpec(text, facets).choices);
  choices.set(key, change(choices.get(key) ?? []));
  return readSpec(formatSpec(choices), facets).spec;
}

/** The filters with a value chosen, or no longer. */
export const withValue = (
  text: string,
  facets: readonly SpecFacet[],
  key: string,
  value: string,
  isChosen: boolean,
): string =>
  changed(text, facets, key, (items) => [
    ...items.filter((item) => item !== value),
    ...(isChosen ? [value] : []),
  ]);

/** The filters with another range, '' for none; `~` stays. */
export const withRange = (text: string, facets: readonly SpecFacet[], key: string, range: string): string =>
  changed(text, facets, key, (items) => [
    ...items.filter((item) => item === NOT_STATED),
    ...(range ? [range] : []),
  ]);
