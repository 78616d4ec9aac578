import { useEffect, useId, useRef, useState } from 'react';
import type { SpecFacetDto as SpecFacet } from '../../../api/generated';
import { count } from '../../../lib/format';
import { repeatInputIn } from '../../../lib/repeat-input';
import { useDebouncedText } from '../../../lib/use-debounced-text';
import { Button } from '../../../ui/button';
import { Input } from '../../../ui/field';
import { withRange, withValue } from '../../../features/kinds/spec-changes';
import { boundsOf, UNSTATED, rangeOf, type SpecChoices } from '../../../features/kinds/spec-filter';

/** Folded out at first: the ones that matter most, and those in effect. */
const OPEN = 4;
/** Options of a long list at first. */
const SHORT = 8;

export interface SpecFiltersProps {
  specs: readonly SpecFacet[];
  choices: SpecChoices;
  /** Changes the filters as they are then; the change before it in the same edit is `replace`d. */
  onChange: (change: (spec: string) => string, replace?: boolean) => void;
}

interface FacetProps extends SpecFiltersProps {
  facet: SpecFacet;
  /** What is chosen of it. */
  chosen: readonly string[];
}

function Range({ specs, facet, chosen, onChange }: FacetProps) {
  const { key, unit, min, max } = facet;
  const bounds = useRef<HTMLDivElement>(null);
  const [from, to] = boundsOf(chosen);
  const commit = (_text: string, isContinued: boolean) => {
    // what is typed now, not when the pause began
    const [low = '', high = ''] = [...(bounds.current?.querySelectorAll('input') ?? [])].map((input) =>
      input.value.trim(),
    );
    const range = rangeOf(low, high);
    if (range !== undefined) onChange((spec) => withRange(spec, specs, key, range), isContinued);
  };
  const low = useDebouncedText(from, commit);
  const high = useDebouncedText(to, commit);
  const isTurned = Number(low.value) > Number(high.value) && high.value !== '';
  const number = { type: 'number', step: 'any', inputMode: 'decimal' } as const;
  const inUnit = unit ? ` (${unit})` : '';
  const [lowError, highError] = [
    rangeOf(low.value, '') === undefined,
    rangeOf('', high.value) === undefined,
  ].map((isWrong) => (isWrong ? 'Enter a number with at most 6 decimals.' : undefined));
  return (
    <div className="specs__range" ref={bounds}>
      <Input label={`From${inUnit}`} placeholder={min?.toString()} error={lowError} {...number} {...low} />
      <Input
        label={`To${inUnit}`}
        placeholder={max?.toString()}
        error={highError ?? (isTurned ? 'Enter the smaller number first.' : undefined)}
        {...number}
        {...high}
      />
    </div>
  );
}

function Options({ specs, facet, chosen, onChange }: FacetProps) {
  const { key, options, notStated } = facet;
  const [isAll, setAll] = useState(false);
  const all = [...options, { value: UNSTATED, label: 'Not stated', total: notStated }];
  const useful = all.filter(({ value, total }) => total > 0 || chosen.includes(value));
  const isLong = useful.length > SHORT + 1;
  const shown =
    isLong && !isAll ? useful.filter(({ value }, at) => at < SHORT || chosen.includes(value)) : useful;
  return (
    <>
      {shown.map(({ value, label, total }) => (
        <label key={value} className="specs__option">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) => {
              const isChosen = target.checked;
              onChange((spec) => withValue(spec, specs, key, value, isChosen));
            }}
          />
          <span>{label}</span> <span className="muted num">({count(total)})</span>
        </label>
      ))}
      {isLong && (
        <Button look="quiet" small aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'Show fewer' : `Show all ${count(useful.length)}`}
        </Button>
      )}
    </>
  );
}

function Facet(props: FacetProps & { isOpen: boolean }) {
  const { facet, isOpen } = props;
  const id = useId();
  // for as long as it is shown: it does not fold by itself
  const [wasOpen] = useState(isOpen);
  return (
    <details className="specs__facet" open={wasOpen}>
      <summary id={id}>{facet.label}</summary>
      <div role="group" aria-labelledby={id} className="specs__choices">
        {facet.type === 'range' && <Range {...props} />}
        <Options {...props} />
      </div>
    </details>
  );
}

/** Without anything to choose a filter is left out. */
const isUseful = ({ options, notStated, min }: SpecFacet): boolean =>
  min !== undefined || notStated > 0 || options.some(({ total }) => total > 0);

/** The filters by the specifications of a kind. */
export function SpecFilters(props: SpecFiltersProps) {
  const { specs, choices } = props;
  const all = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (all.current) repeatInputIn(all.current);
  }, []);
  const shown = specs.filter((facet) => isUseful(facet) || choices.has(facet.key));
  return (
    <div className="specs" ref={all}>
      {shown.map((facet, at) => (
        <Facet
          key={facet.key}
          {...props}
          facet={facet}
          chosen={choices.get(facet.key) ?? []}
          isOpen={at < OPEN || choices.has(facet.key)}
        />
      ))}
    </div>
  );
}
