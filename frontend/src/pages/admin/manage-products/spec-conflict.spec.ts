import { expect, it } from 'vitest';
import type { ManagedProductDto } from '../../../api/generated-admin';
import type { Kind, Spec } from '../../../api/types';
import { changedFields, mergedEdit } from '../../../forms/merge-edits';
import { flatEdit, flatSpecs, ownFirst, specFields, specOf, unflatEdit } from './spec-conflict';

const spec = (key: string, label: string): Spec => ({
  key,
  label,
  group: '',
  type: 'number',
  options: [],
  required: false,
  filter: 'none',
  onCard: false,
  compared: false,
});
const kind = (slug: string, specs: Spec[]): Kind => ({
  slug,
  label: slug,
  plural: slug,
  group: '',
  aliases: [],
  specs,
});
const kinds = [
  kind('case', [spec('lengthMm', 'Longest card')]),
  kind('card', [spec('lengthMm', 'Length'), spec('tdpW', 'TDP')]),
];
const product = (specs: ManagedProductDto['specs'], more: object = {}) =>
  ({ name: 'Card', kind: 'card', specs, ...more }) as ManagedProductDto;

it('compares each specification by itself, under the label of its kind', () => {
  const before = product({ lengthMm: 300, tdpW: 200 });
  const theirs = product({ lengthMm: 310, tdpW: 220 });
  const edit = { name: 'Card 2', specs: { lengthMm: 320, slots: null } };
  const own = ownFirst(kinds, [theirs, before], edit);
  expect(specOf(own, 'specs.lengthMm')?.label).toBe('Length');
  const fields = [['name', 'Name'] as const, ...specFields(own, [before, theirs], edit)];
  expect(fields.map(([, label]) => label)).toEqual(['Name', 'Length', 'slots', 'TDP']);
  const mine = flatEdit(edit);
  const changed = changedFields<string>(fields, flatSpecs(before), flatSpecs(theirs), mine);
  expect(changed.map(({ label, isConflict }) => [label, isConflict])).toEqual([
    ['Length', true],
    ['TDP', false],
  ]);
  const merged = mergedEdit(flatSpecs(theirs), mine, changed, {
    'specs.lengthMm': 'mine',
    'specs.tdpW': 'theirs',
  });
  expect(unflatEdit(kinds, theirs, merged)).toEqual({ name: 'Card 2', specs: { lengthMm: 320 } });
});

it('sends no specifications that the kind does not have which was chosen', () => {
  const theirs = product({ lengthMm: 300 }, { kind: 'case' });
  expect(unflatEdit(kinds, theirs, { 'specs.tdpW': 5, 'specs.lengthMm': 310 })).toEqual({
    specs: { lengthMm: 310 },
  });
  expect(unflatEdit(kinds, theirs, { kind: null, 'specs.tdpW': 5 })).toEqual({ kind: null });
});
