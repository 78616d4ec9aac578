import { describe, expect, it } from 'vitest';
import type { SaveSpecDto } from '../../../api/generated-admin';
import { kindConflict, mergedKind, specVersion } from './kind-conflict';
import {
  draftErrors,
  errorsOf,
  filtersOf,
  type KindBody,
  moved,
  newOption,
  newSpec,
  placedErrors,
  toBody,
  toDraft,
} from './kind-draft';

const spec = (key: string, more: Partial<SaveSpecDto> = {}): SaveSpecDto => ({
  key,
  label: key,
  group: 'Body',
  type: 'number',
  options: [],
  required: false,
  filter: 'none',
  onCard: false,
  compared: true,
  ...more,
});
const option = (value: string, label = value) => ({ value, label, aliases: [] });
const length = spec('lengthMm', { unit: 'mm', min: 1, max: 600, zero: 'unknown', filter: 'range' });
const socket = spec('socket', {
  type: 'choice',
  filter: 'values',
  options: [{ value: 'sTR4', label: 'sTR4', aliases: ['TR4', 'SP3r2'] }, option('AM4')],
});
const kind: KindBody = {
  label: 'Sound card',
  plural: 'Sound cards',
  group: 'Audio',
  aliases: ['audio card'],
  specs: [length, socket],
};

describe('a kind as typed', () => {
  it('is saved as it was when nothing is typed', () => {
    expect(toBody(toDraft(kind))).toEqual(kind);
  });

  it('renames an option of before, and not a new one', () => {
    const draft = toDraft(kind);
    const [, typed] = draft.specs;
    typed!.options[1] = { ...typed!.options[1]!, value: ' AM5 ' };
    typed!.options.push(newOption('LGA 1700'));
    expect(toBody(draft).specs[1]!.options.slice(1)).toEqual([
      { value: 'AM5', label: 'AM4', aliases: [], was: 'AM4' },
      { value: 'LGA-1700', label: 'LGA 1700', aliases: [] },
    ]);
    // what was renamed and refused can be renamed again
    expect(toBody(toDraft(toBody(draft), kind.specs))).toEqual(toBody(draft));
  });

  it('keeps of a type what it has', () => {
    const draft = toDraft(kind);
    draft.specs[0] = { ...draft.specs[0]!, type: 'text', filter: filtersOf('text')[0]! };
    draft.specs[1] = { ...draft.specs[1]!, type: 'flag' };
    const [text, flag] = toBody(draft).specs;
    expect(Object.keys(text!)).not.toEqual(expect.arrayContaining(['unit']));
    expect(text).toMatchObject({ filter: 'none', options: [] });
    expect(flag?.options).toEqual([]);
  });

  it('says which numbers are none', () => {
    const draft = toDraft(kind);
    draft.specs[0] = { ...draft.specs[0]!, min: 'one', decimals: '2' };
    expect(draftErrors(draft)).toEqual({ 'specs.lengthMm.min': 'Enter a number.' });
  });

  it('shows each message of the server where it belongs, wherever that is moved', () => {
    const draft = { ...toDraft(kind), specs: [...toDraft(kind).specs, newSpec()] };
    const { id } = draft.specs[2]!;
    const placed = placedErrors(draft, {
      label: 'Taken.',
      'aliases.0': 'Taken, too.',
      specs: 'Length cannot be removed.',
      'specs.1.options.1.value': 'Twice.',
      'specs.1.options.0.was': 'There was no such option.',
      'specs.2.key': 'Enter a key.',
    });
    expect(placed).toEqual({
      label: 'Taken.',
      aliases: 'Taken, too.',
      specs: 'Length cannot be removed.',
      'specs.socket.options.AM4.value': 'Twice.',
      'specs.socket.options.sTR4.value': 'There was no such option.',
      [`specs.${id}.key`]: 'Enter a key.',
    });
    expect(errorsOf(placed, 'socket')).toEqual({
      'options.AM4.value': 'Twice.',
      'options.sTR4.value': 'There was no such option.',
    });
  });

  it('is reordered a step at a time', () => {
    expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c']);
  });
});

describe('a kind that somebody else has changed meanwhile', () => {
  const theirs = { ...kind, plural: 'Audio cards', specs: [{ ...length, max: 700 }, socket, spec('slots')] };
  const mine = {
    ...kind,
    label: 'Audio card',
    specs: [
      { ...socket, options: [{ ...option('AM5', 'AM4'), was: 'AM4' }, socket.options[0]!] },
      { ...length, max: 650 },
    ],
  };

  it('shows what they changed, and where both did', () => {
    const changed = kindConflict(kind, theirs, mine);
    expect(changed.map(({ label, isConflict }) => [label, isConflict])).toEqual([
      ['Plural', false],
      ['lengthMm', true],
      ['slots', false],
    ]);
    const [was, longer] = [length, theirs.specs[0]];
    expect([was, longer].map((one) => specVersion([was, longer], one))).toEqual(['max 600', 'max 700']);
    const renamed = mine.specs[0];
    expect([socket, renamed].map((one) => specVersion([socket, renamed], one))).toEqual([
      'options with AM4',
      'options with AM5',
    ]);
    expect(specVersion([undefined, length], length)).toBe('lengthMm, number in mm');
    expect(specVersion([length, undefined], undefined)).toBe('not there');
  });

  it('keeps mine on top of theirs, as chosen', () => {
    const merged = mergedKind(kind, theirs, mine, {
      plural: 'theirs',
      'specs.lengthMm': 'mine',
      'specs.slots': 'theirs',
    });
    expect(merged).toMatchObject({ label: 'Audio card', plural: 'Audio cards' });
    expect(merged.specs.map(({ key, max }) => [key, max])).toEqual([
      ['socket', undefined],
      ['lengthMm', 650],
      ['slots', undefined],
    ]);
    expect(merged.specs[0]!.options[0]).toMatchObject({ value: 'AM5', was: 'AM4' });
  });

  it('calls an option new that they have removed', () => {
    const without = { ...kind, specs: [length, { ...socket, options: socket.options.slice(0, 1) }] };
    const merged = mergedKind(kind, without, mine, { 'specs.socket': 'mine' });
    expect(merged.specs.find(({ key }) => key === 'socket')?.options[0]).not.toHaveProperty('was');
  });
});
