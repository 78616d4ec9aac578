import { describe, expect, it } from 'vitest';
import { changedFields as changedOf, mergedEdit } from './merge-edits';

const base = { name: 'Fan', price: 10, minimumOQ: 5, availableQ: 100, kind: 'cooler' };

type Edit = Parameters<typeof changedOf>[3];
const changedFields = (before: object, theirs: object, edit: Edit) =>
  changedOf(
    [
      ['name', 'Name'],
      ['price', 'Price'],
      ['minimumOQ', 'Minimum Order'],
      ['kind', 'Kind'],
    ],
    before,
    theirs,
    edit,
  );

describe('changedFields', () => {
  it('names what the other changed, and what both did', () => {
    const theirs = { ...base, price: 12, name: 'Blower', kind: undefined, availableQ: 3 };
    expect(changedFields(base, theirs, { price: 11, minimumOQ: 6 })).toEqual([
      { field: 'name', label: 'Name', before: 'Fan', theirs: 'Blower', mine: 'Fan', isConflict: false },
      { field: 'price', label: 'Price', before: 10, theirs: 12, mine: 11, isConflict: true },
      {
        field: 'kind',
        label: 'Kind',
        before: 'cooler',
        theirs: undefined,
        mine: 'cooler',
        isConflict: false,
      },
    ]);
  });

  it('compares lists by what is in them', () => {
    const ofBreaks = (theirs: object[], mine: object[]) =>
      changedOf(
        [['breaks', 'Prices by quantity']],
        { breaks: [{ from: 10, price: 9 }] },
        { breaks: theirs },
        { breaks: mine },
      );
    expect(ofBreaks([{ from: 10, price: 9 }], [{ from: 20, price: 9 }])).toEqual([]);
    expect(ofBreaks([{ from: 10, price: 8 }], [{ from: 10, price: 8 }])).toMatchObject([
      { isConflict: false },
    ]);
    expect(ofBreaks([{ from: 10, price: 8 }], [{ from: 20, price: 9 }])).toMatchObject([
      { isConflict: true },
    ]);
  });

  it('is no conflict where both did the same', () => {
    expect(changedFields(base, { ...base, price: 12 }, { price: 12 })).toMatchObject([{ isConflict: false }]);
    expect(changedFields(base, { ...base, kind: undefined }, { kind: null })).toMatchObject([
      { mine: undefined, isConflict: false },
    ]);
  });
});

describe('mergedEdit', () => {
  const theirs = { ...base, price: 12, name: 'Blower' };
  const edit = { price: 11, minimumOQ: 6 };
  const changed = changedFields(base, theirs, edit);

  it.each([
    [
      { price: 'mine', name: 'theirs' },
      { price: 11, minimumOQ: 6 },
    ],
    [{ price: 'theirs', name: 'theirs' }, { minimumOQ: 6 }],
    [
      { price: 'theirs', name: 'mine' },
      { name: 'Fan', minimumOQ: 6 },
    ],
    [{}, { minimumOQ: 6 }],
  ] as const)('of %j sends %j', (choices, expected) => {
    expect(mergedEdit(theirs, edit, changed, choices)).toEqual(expected);
  });

  it('takes a field away that I chose to', () => {
    const cleared = changedFields(base, { ...base, kind: 'blower' }, { kind: null });
    expect(mergedEdit({ ...base, kind: 'blower' }, { kind: null }, cleared, { kind: 'mine' })).toEqual({
      kind: null,
    });
  });
});
