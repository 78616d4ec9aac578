import { type FilterableSpec, formatSpec, UNSTATED, readSpec } from './spec-filter';

/** What a control of the filters by specifications makes of them; what the kind does not have is gone then. */

function changed(
  text: string,
  specs: readonly FilterableSpec[],
  key: string,
  change: (items: readonly string[]) => readonly string[],
): string {
  const choices = new Map(readSpec(text, specs).choices);
  choices.set(key, change(choices.get(key) ?? []));
  return readSpec(formatSpec(choices), specs).spec;
}

/** The filters with a value chosen, or no longer. */
export const withValue = (
  text: string,
  specs: readonly FilterableSpec[],
  key: string,
  value: string,
  isChosen: boolean,
): string =>
  changed(text, specs, key, (items) => [
    ...items.filter((item) => item !== value),
    ...(isChosen ? [value] : []),
  ]);

/** The filters with another range, '' for none; `~` stays. */
export const withRange = (
  text: string,
  specs: readonly FilterableSpec[],
  key: string,
  range: string,
): string =>
  changed(text, specs, key, (items) => [
    ...items.filter((item) => item === UNSTATED),
    ...(range ? [range] : []),
  ]);
