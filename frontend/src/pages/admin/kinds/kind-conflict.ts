import type { SaveSpecDto } from '../../../api/generated-admin';
import { changedFields, type Choices, type FieldValue, isSameValue } from '../../../forms/merge-edits';
import type { KindBody } from './kind-draft';

const SPEC = 'specs.';
const FIELDS = [
  ['label', 'Label'],
  ['plural', 'Plural'],
  ['group', 'Group'],
  ['aliases', 'Other names'],
  ['order', 'Order of the specifications'],
] as const;

type Fields = Record<string, FieldValue>;

/** In one form, without `was`: versions are compared by what they say, not by how they came to be. */
const specFields = ({ options, ...spec }: SaveSpecDto): SaveSpecDto => ({
  ...(Object.fromEntries(
    Object.entries(spec)
      .filter(([, value]) => value !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ) as Omit<SaveSpecDto, 'options'>),
  options: options.map(({ value, label, aliases }) => ({ value, label, aliases })),
});

/** A kind with each specification as a field of its own. */
const flat = ({ label, plural, group, aliases, specs }: KindBody, order: readonly string[]): Fields => ({
  label,
  plural,
  group,
  aliases,
  order: specs.map(({ key }) => key).filter((key) => order.includes(key)),
  ...Object.fromEntries(specs.map((spec) => [SPEC + spec.key, [specFields(spec)]])),
});

/** What another admin changed of a kind, beside my edit of it. */
export function kindConflict(before: KindBody, theirs: KindBody, mine: KindBody) {
  const all = [before, theirs, mine];
  const specs = all.flatMap((kind) => kind.specs);
  const keys = [...new Set(specs.map(({ key }) => key))];
  // a specification that one of them lacks changes nobody's order
  const common = keys.filter((key) => all.every((kind) => kind.specs.some((spec) => spec.key === key)));
  const labels = keys.map(
    (key) => [SPEC + key, specs.find((spec) => spec.key === key)?.label ?? key] as const,
  );
  const edited: Fields = flat(mine, common);
  const edit = Object.fromEntries(
    [...FIELDS, ...labels].map(([field]) => [field, edited[field] ?? null] as const),
  );
  return changedFields<string>([...FIELDS, ...labels], flat(before, common), flat(theirs, common), edit);
}

const specOf = (kind: KindBody, key: string) => kind.specs.find((spec) => spec.key === key);

/** Their kind with my edit on it, but for what I chose theirs of. A renamed option keeps its former value, if they have it. */
export function mergedKind(before: KindBody, theirs: KindBody, mine: KindBody, choices: Choices): KindBody {
  const changed = new Set(kindConflict(before, theirs, mine).map(({ field }) => field));
  const isMine = (field: string) => !changed.has(field) || choices[field] === 'mine';
  const pick = <Value>(field: string, my: Value, their: Value): Value => (isMine(field) ? my : their);
  const keys = [...new Set([...theirs.specs, ...mine.specs].map(({ key }) => key))];
  const specs = keys.flatMap((key) => {
    const chosen = pick(SPEC + key, specOf(mine, key), specOf(theirs, key));
    return chosen ? [withFormer(chosen, specOf(theirs, key))] : [];
  });
  const order = (isMine('order') ? mine : theirs).specs.map(({ key }) => key);
  const place = ({ key }: SaveSpecDto) => (order.includes(key) ? order.indexOf(key) : order.length);
  return {
    label: pick('label', mine.label, theirs.label),
    plural: pick('plural', mine.plural, theirs.plural),
    group: pick('group', mine.group, theirs.group),
    aliases: pick('aliases', mine.aliases, theirs.aliases),
    specs: specs.toSorted((one, other) => place(one) - place(other)),
  };
}

const withFormer = (spec: SaveSpecDto, theirs: SaveSpecDto | undefined): SaveSpecDto => ({
  ...spec,
  options: spec.options.map(({ was, ...option }) =>
    was !== undefined && theirs?.options.some(({ value }) => value === was) ? { ...option, was } : option,
  ),
});

const WORDS: Readonly<Record<string, string>> = {
  onCard: 'on the card',
  zero: '0 means',
};

/**
 * What one version of a specification has other than the others, in a line.
 *
 * @param versions as it was, theirs and mine; undefined of one without it
 */
export function specVersion(
  versions: readonly (SaveSpecDto | undefined)[],
  spec: SaveSpecDto | undefined,
): string {
  if (!spec) return 'not there';
  const there = versions.filter((version) => version !== undefined);
  const fields = [...new Set(there.flatMap((version) => Object.keys(version)))] as (keyof SaveSpecDto)[];
  const differing = fields.filter((field) =>
    there.some((version) => !isSameValue(plain(version)[field], plain(there[0]!)[field])),
  );
  const texts = differing.map((field) =>
    field === 'options' ? optionsText(there, spec.options) : `${WORDS[field] ?? field} ${shown(spec[field])}`,
  );
  return texts.join(', ') || `${spec.label}, ${spec.type}${spec.unit ? ` in ${spec.unit}` : ''}`;
}

/** Without what options were called, which is no difference. */
const plain = (spec: SaveSpecDto) => specFields(spec) as unknown as Record<string, FieldValue>;

type Shown = SaveSpecDto[keyof Omit<SaveSpecDto, 'options'>];

const shown = (value: Shown): string => {
  if (value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
};

const values = (list: SaveSpecDto['options']) => list.map(({ value }) => value);

/** The options that not all versions have; where they have the same, all of them with their labels. */
function optionsText(versions: readonly SaveSpecDto[], options: SaveSpecDto['options']): string {
  const isCommon = (value: string) => versions.every((version) => values(version.options).includes(value));
  const isSame = versions.every((version) => values(version.options).every(isCommon));
  if (isSame) return `options ${few(options.map(({ value, label }) => `${value} (${label})`))}`;
  const own = values(options).filter((value) => !isCommon(value));
  return own.length > 0 ? `options with ${few(own)}` : 'no further options';
}

const few = (values: readonly string[]): string =>
  values.length > 5 ? `${values.slice(0, 5).join(', ')} and ${values.length - 5} more` : values.join(', ');
