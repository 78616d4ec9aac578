import { parse } from 'csv-parse/sync';

/**
 * What the API answered once, held against what it answers now: every recorded field is there and equal, at any depth; fields
 * may be added. Arrays have the same length and order.
 */

/** What differs from run to run. A recording has `<date>` in its place, or `<id 1>` where the same value comes again. */
const CHANGING = {
  token: 'eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*',
  request: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  date: '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z',
  secret: '(?<=_secret_)[A-Za-z0-9]+',
  intent: 'pi_[A-Za-z0-9]+',
  id: '(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])',
};
type Kind = keyof typeof CHANGING;
const NUMBERED: readonly Kind[] = ['secret', 'intent', 'id'];
const ANY = new RegExp(
  Object.entries(CHANGING)
    .map(([kind, pattern]) => `(?<${kind}>${pattern})`)
    .join('|'),
  'g',
);
const KINDS = Object.keys(CHANGING).join('|');
const PLACEHOLDER = new RegExp(`<(${KINDS})(?: \\d+)?>`);
const AROUND_PLACEHOLDERS = new RegExp(`(<(?:${KINDS})(?: \\d+)?>)`);

/** Puts placeholders for what changes into values, the same ones for the same values. */
export function recorder(): (value: unknown) => unknown {
  const names = new Map<string, string>();
  const nameOf = (kind: Kind, value: string): string => {
    if (!NUMBERED.includes(kind)) return `<${kind}>`;
    const known = names.get(value);
    if (known) return known;
    const before = [...names.values()].filter((name) => name.startsWith(`<${kind} `)).length;
    const name = `<${kind} ${before + 1}>`;
    names.set(value, name);
    return name;
  };
  const inText = (text: string): string =>
    text.replace(ANY, (value, ...rest) => {
      const groups = rest.at(-1) as Record<Kind, string | undefined>;
      return nameOf(
        (Object.keys(CHANGING) as Kind[]).find((kind) => groups[kind] !== undefined)!,
        value,
      );
    });
  return (value) =>
    JSON.parse(JSON.stringify(value), (_key, field: unknown) =>
      typeof field === 'string' ? inText(field) : field,
    ) as unknown;
}

/**
 * Where values differ from recorded ones, one line each; empty when they do not. A placeholder stands for any value of its kind,
 * a numbered one for the same value through all calls with the same `names`.
 */
export function differences(
  recorded: unknown,
  actual: unknown,
  names = new Map<string, string>(),
  path = '',
): string[] {
  const differ = () => [`${path}: ${JSON.stringify(recorded)} is now ${JSON.stringify(actual)}`];
  if (typeof recorded === 'string' && PLACEHOLDER.test(recorded))
    return typeof actual === 'string' && fits(recorded, actual, names) ? [] : differ();
  if (recorded === null || typeof recorded !== 'object') return Object.is(recorded, actual) ? [] : differ();
  if (actual === null || typeof actual !== 'object') return differ();
  if (Array.isArray(recorded)) {
    if (!Array.isArray(actual)) return differ();
    if (actual.length !== recorded.length)
      return [`${path}: ${recorded.length} elements are now ${actual.length}`];
  }
  return Object.entries(recorded).flatMap(([key, value]) =>
    Object.hasOwn(actual, key)
      ? differences(value, (actual as Record<string, unknown>)[key], names, `${path}/${key}`)
      : [`${path}/${key}: is missing`],
  );
}

/** Whether a text is a recorded one with values in the place of its placeholders. */
function fits(recorded: string, actual: string, names: Map<string, string>): boolean {
  const placeholders: string[] = [];
  const pattern = recorded.split(AROUND_PLACEHOLDERS).map((part) => {
    const kind = PLACEHOLDER.exec(part)?.[1];
    if (kind === undefined) return part.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
    placeholders.push(part);
    return `(${CHANGING[kind as Kind]})`;
  });
  const values = new RegExp(`^${pattern.join('')}$`).exec(actual)?.slice(1);
  return values !== undefined && values.every((value, n) => isNamed(placeholders[n]!, value, names));
}

/** Notes that a numbered placeholder stands for a value; false when it stood for another one, or another one for this. */
function isNamed(placeholder: string, value: string, names: Map<string, string>): boolean {
  if (!placeholder.includes(' ')) return true;
  if (!names.has(placeholder) && !names.has(value)) names.set(placeholder, value).set(value, placeholder);
  return names.get(placeholder) === value && names.get(value) === placeholder;
}

/** The rows of a CSV export by its headers, so that columns may be added. */
export const csvRows = (text: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true, skipEmptyLines: true });
