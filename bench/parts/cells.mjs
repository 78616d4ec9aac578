/** What a field of the data says, as a cell of the shop's files: undefined where nobody entered it. */

/** A text; the data also writes `None` and nothing but spaces. */
export function text(value) {
  if (typeof value !== 'string') return undefined;
  const line = value.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim();
  return line === '' || /^(none|null|n\/a)$/i.test(line) ? undefined : line;
}

/** A list of texts, as options are listed in a cell; an empty one means that nobody entered it. */
export function list(values) {
  const texts = (values ?? []).map(text).filter(Boolean);
  return texts.length > 0 ? texts.join(';') : undefined;
}

/** Whether something is so; where nobody said, neither yes nor no. */
export const flag = (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined);

/** A number that may be 0. */
export const count = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

/**
 * A number that cannot be 0: 0 is what the data has for what nobody entered.
 *
 * @param decimals what a measured value is rounded to: the shop keeps no more of it
 */
export function positive(value, decimals = 10) {
  const number = count(value);
  return number === undefined || number === 0 ? undefined : Number(number.toFixed(decimals));
}

/** The sum of what is known of some numbers; undefined where nothing is. */
export function sum(...values) {
  const known = values.filter((value) => count(value) !== undefined);
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : undefined;
}
