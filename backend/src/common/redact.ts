/** What must not be in a log or a trace, wherever in a text it turns up. */
const SECRETS: [pattern: RegExp, replacement: string][] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [secret]'],
  [/\beyJ[\w-]+\.[\w-]+\.?[\w-]*/g, '[token]'],
  // API keys of the shop are base64url, so they can have hyphens
  [/\b(sk|rk)_[\w-]+/g, '$1_[secret]'],
  // the secrets of webhook endpoints are base64
  [/\b(whsec)_[\w+/=-]+/g, '$1_[secret]'],
  [/\b((?:pi|seti)_[A-Za-z0-9]+_secret)_[A-Za-z0-9]+/g, '$1_[secret]'],
  [/\b(mongodb(?:\+srv)?:\/\/)[^@\s/]+@/g, '$1[secret] '],
  [/\b\d(?:[ -]?\d){12,18}\b/g, '[digits]'],
  // An e-mail address. A word is looked at from its beginning only, or a long one would take the square of its length.
  [/(?<![^\s"'<>/?&=,;])[^\s"'<>/?&=,;]+(?:@|%40)[^\s"'<>/?&=,;]+/gi, '[email]'],
];

/** A text without tokens, keys, client secrets, database passwords, card numbers and e-mail addresses. */
export const redact = (text: string): string =>
  SECRETS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text);
