/** Names for programs that are suggested while the one for people is typed. */

const wordsOf = (label: string): string[] =>
  label
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);

/** `Output channels` → `outputChannels`. */
export function keyOf(label: string): string {
  // a key begins with a letter
  const words = wordsOf(label.replace(/^[^\p{L}]+/u, '')).map((word) => word.toLowerCase());
  return words
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
    .slice(0, 40);
}

/** `Sound card` → `sound-card`. */
export const slugOf = (label: string): string => wordsOf(label.toLowerCase()).join('-').slice(0, 40);

/** `Sound card` → `Sound cards`. */
export const pluralOf = (label: string): string => (label.trim() === '' ? '' : `${label.trim()}s`);

/** `LGA 1700` → `LGA-1700`, with what an option's value may hold. */
export const optionValue = (label: string): string =>
  label
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .trim()
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[^A-Za-z0-9]+|-+$/g, '')
    .slice(0, 40);

/** A suggestion follows the label until somebody types another. */
export const followed = (
  suggest: (label: string) => string,
  name: string,
  from: string,
  to: string,
): string => (name === '' || name === suggest(from) ? suggest(to) : name);

/** Options that were pasted, one a line: `Label`, `value | Label` or `value | Label | alias; alias`; a tab is as good as the bar. */
export const optionLines = (text: string): { value: string; label: string; aliases: string }[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const cells = line.split(/[|\t]/).map((cell) => cell.trim());
    if (cells.every((cell) => cell === '')) return [];
    const [first = '', label = first, aliases = ''] = cells;
    return [{ value: cells.length > 1 ? first : optionValue(first), label, aliases }];
  });
