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
export const scrub = (text: string): string =>
  SECRETS.reduce((scrubbed, [pattern, instead]) => scrubbed.replace(pattern, instead), text);

/** The same without e-mail addresses, for what leaves the house. A word is looked at from its beginning only. */
export const scrubPerson = (text: string): string =>
  scrub(text).replace(/(?<![^\s"'<>/?&=,;])[^\s"'<>/?&=,;]+(?:@|%40)[^\s"'<>/?&=,;]+/gi, '[email]');
