import { rangeText, type CompoundFilter } from '../../../lists/filters';
import type { Kind, Spec } from '../../../api/types';
import { NOT_STATED, specText } from '../../../features/kinds/spec-text';
import { filterableSpecs } from '../../../features/kinds/filterable-specs';
import { boundsOf, readSpec, UNSTATED, withoutKey } from '../../../features/kinds/spec-filter';
import { SpecPanel } from './spec-panel';

function oneText(spec: Spec, value: string): string {
  if (spec.type === 'flag') return specText(spec, value === 'true');
  return specText(spec, spec.type === 'number' ? Number(value) : value);
}

/** `AM5, AM4`, `65 W – 125 W, Not stated`. */
const choiceText = (spec: Spec, items: readonly string[]): string =>
  items
    .map((item) => {
      if (item === UNSTATED) return NOT_STATED;
      const [from, to] = boundsOf([item]);
      if (!from && !to) return oneText(spec, item);
      return rangeText(from || undefined, to || undefined, (bound) => oneText(spec, bound));
    })
    .join(', ');

/**
 * The filters by specifications, with a tag for each.
 *
 * @param kind whose they are; undefined where there is none
 * @param isRead whether kinds are known: without them a text is taken as it is
 */
export function specsFilter(kind: Kind | undefined, isRead: boolean): CompoundFilter<'spec'> {
  const known = kind ? filterableSpecs(kind) : [];
  return {
    kind: 'compound',
    name: 'spec',
    label: 'Specifications',
    read: (text) => {
      if (!isRead) return { value: text, dropped: '' };
      const { spec, dropped } = readSpec(text, known);
      return { value: spec, dropped: dropped.join('; ') };
    },
    tags: (text) => {
      const { choices } = readSpec(text, known);
      return [...choices].flatMap(([key, items]) => {
        const spec = kind?.specs.find((each) => each.key === key);
        return spec
          ? [{ label: spec.label, value: choiceText(spec, items), rest: withoutKey(choices, key) }]
          : [];
      });
    },
    Input: SpecPanel,
  };
}
