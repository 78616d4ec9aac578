import type { Kind, Spec } from '../src/kinds/kind.js';

/** A specification with valid defaults. */
export const specOf = (fields: Partial<Spec> & Pick<Spec, 'key'>): Spec => ({
  label: fields.key,
  group: '',
  type: 'text',
  options: [],
  required: false,
  filter: 'none',
  onCard: false,
  compared: true,
  ...fields,
});

export const numberSpec = (key: string, fields: Partial<Spec> = {}): Spec =>
  specOf({ key, type: 'number', filter: 'range', ...fields });

/** A kind of its own, named by its slug. */
export const kindOf = (slug: string, specs: Spec[], fields: Partial<Kind> = {}): Kind => ({
  slug,
  label: `Label of ${slug}`,
  plural: `Labels of ${slug}`,
  group: '',
  aliases: [],
  specs,
  ...fields,
});
