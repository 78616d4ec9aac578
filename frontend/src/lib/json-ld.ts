/** A node of schema.org's vocabulary. */
export type JsonLd = { '@type': string } & Record<string, unknown>;

/**
 * JSON-LD as the text of a script element. No text of a product can end the element or open a comment in it: `<` only
 * appears escaped.
 */
export function scriptText(nodes: readonly JsonLd[]): string {
  const document = { '@context': 'https://schema.org', '@graph': nodes };
  return JSON.stringify(document).replaceAll('<', '\\u003c');
}
