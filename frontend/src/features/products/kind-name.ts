const ACRONYMS = new Set(['ssd', 'usb', 'gpu', 'cpu', 'ram', 'psu', 'nas']);

/** A kind as people write it: `hard-disk` is `Hard disk`, `ssd` is `SSD`. */
export function kindName(kind: string): string {
  const words = kind.split(/[-_\s]+/).map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The list of a kind's parts. */
export const kindPath = (kind: string): string => `/parts?${new URLSearchParams({ kind })}`;
