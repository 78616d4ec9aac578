/** What must not stand in a log, wherever in a text it turns up. */
const SECRETS: [pattern: RegExp, instead: string][] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [secret]'],
  [/\beyJ[\w-]+\.[\w-]+\.?[\w-]*/g, '[token]'],
  [/\b(sk|rk|whsec)_[A-Za-z0-9_]+/g, '$1_[secret]'],
  [/\b((?:pi|seti)_[A-Za-z0-9]+_secret)_[A-Za-z0-9]+/g, '$1_[secret]'],
  [/\b(mongodb(?:\+srv)?:\/\/)[^@\s/]+@/g, '$1[secret]@'],
  [/\b\d(?:[ -]?\d){12,18}\b/g, '[digits]'],
];

/** A text without tokens, keys, client secrets, database passwords and card numbers. */
export const redact = (text: string): string =>
  SECRETS.reduce((scrubbed, [pattern, instead]) => scrubbed.replace(pattern, instead), text);

/** The same without e-mail addresses, for what leaves the house. A word is looked at from its beginning only. */
export const redactPerson = (text: string): string =>
  redact(text).replace(/(?<![^\s"'<>/?&=,;])[^\s"'<>/?&=,;]+(?:@|%40)[^\s"'<>/?&=,;]+/gi, '[email]');

/** Query parameters that may stand in the log; every other one could hold a secret or a person's data. */
const PLAIN_PARAMETERS = new Set([
  'page',
  'pageSize',
  'limit',
  'sort',
  'kind',
  'status',
  'availability',
  'ratings',
  'role',
]);

/** So much of a query is looked at, in characters. */
const MAX_QUERY = 2_000;

/** An address without what could be secret or a person's: only a few query parameters keep their values. */
export function plainUrl(url: string): string {
  const [path = '', query] = url.split('?', 2);
  const names = query ? [...new URLSearchParams(query.slice(0, MAX_QUERY))] : [];
  const plain = names.map(([name, value]) =>
    PLAIN_PARAMETERS.has(name) ? `${name}=${value.slice(0, 40)}` : `${name.slice(0, 40)}=…`,
  );
  // e-mail addresses stand in paths; looked for from the beginning of a part only, or a long part would take its square
  const anonymous = path.replace(/(?<![^/])[^/]*(?:@|%40)[^/]*/gi, ':email').slice(0, 300);
  return plain.length > 0 ? `${anonymous}?${plain.slice(0, 20).join('&')}` : anonymous;
}
