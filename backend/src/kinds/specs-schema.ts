import { z } from 'zod';
import type { Kind, Spec, Specs } from './kind.js';
import { nearest } from './nearest.js';
import { readSpec } from './spec-value.js';

/**
 * The specifications of a part of a kind: from what people, programs and files write to what is stored. Built from the kind's
 * document, which is what the API, imports, the demo's seed and the form share.
 *
 * @param isAsked whether a required specification has to be there
 */
export function specsSchema(
  { label, specs }: Kind,
  isAsked: (spec: Spec) => boolean = () => true,
): z.ZodType<Specs> {
  const keys = specs.map(({ key }) => key);
  return z.record(z.string(), z.unknown()).transform((input, context): Specs => {
    const fail = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message });
    for (const key of Object.keys(input)) {
      if (keys.includes(key)) continue;
      const near = nearest(key, keys);
      fail(key, `There is no ${key} of the kind ${label}.${near ? ` Did you mean ${near}?` : ''}`);
    }
    const values: Specs = {};
    for (const spec of specs) {
      const read = readSpec(spec, Object.hasOwn(input, spec.key) ? input[spec.key] : undefined);
      if ('error' in read) fail(spec.key, read.error);
      else if (read.value !== undefined) values[spec.key] = read.value;
      else if (spec.required && isAsked(spec)) fail(spec.key, `${spec.label} is Required`);
    }
    return values;
  });
}

/** The messages of a refused value, by the field that a form or a file has it in. */
export const specErrors = (error: z.ZodError, prefix = 'specs.'): Record<string, string> =>
  Object.fromEntries(error.issues.map(({ path, message }) => [`${prefix}${String(path[0] ?? '')}`, message]));
