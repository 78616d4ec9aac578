import type { Spec } from '../../api/types';

/** A value of a specification as the API has it. */
export type SpecValue = number | string | string[] | boolean;
export type Specs = Readonly<Record<string, SpecValue>>;

export const NOT_STATED = 'Not stated';

const FORMAT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
/** Between a number and its unit, which no line is to divide. */
const SPACE = '\u00a0';

function numberText({ unit, zero }: Spec, value: number): string {
  if (value === 0 && zero === 'none') return 'None';
  // people read drives in TB
  if (unit === 'GB' && value >= 1_000 && (value / 10) % 1 === 0)
    return `${FORMAT.format(value / 1_000)}${SPACE}TB`;
  if (unit === undefined) return FORMAT.format(value);
  return unit === '%' ? `${FORMAT.format(value)}%` : `${FORMAT.format(value)}${SPACE}${unit}`;
}

/** A stored value as people read it, as the storefront has it from the server; one that the server has not read yet as it is. */
export function specText(spec: Spec, value: SpecValue | undefined): string {
  if (value === undefined) return NOT_STATED;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return numberText(spec, value);
  if (spec.type === 'number' || spec.type === 'text') return String(value);
  return [value]
    .flat()
    .map((chosen) => spec.options.find((option) => option.value === chosen)?.label ?? chosen)
    .join(', ');
}
