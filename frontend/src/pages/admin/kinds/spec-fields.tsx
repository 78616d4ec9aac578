import { useCallback, useId } from 'react';
import { Input, Select } from '../../../ui/field';
import { type DraftErrors, filtersOf, hasOptions, type SpecDraft } from './kind-draft';
import { followed, keyOf } from './names';
import { OptionList } from './option-list';
import { UNITS } from './units';
import type { KindForm } from './use-kind-editor';

export const TYPES: Readonly<Record<SpecDraft['type'], string>> = {
  number: 'Number',
  choice: 'One of several options',
  choices: 'Several options',
  flag: 'Yes or no',
  text: 'Text',
};

const FILTERS: Readonly<Record<SpecDraft['filter'], string>> = {
  values: 'By its values',
  range: 'By a range',
  none: 'Not',
};

const FLAGS = [
  ['required', 'Required', 'New parts have to have it'],
  ['onCard', 'On cards', 'At most three of a kind'],
  ['compared', 'Compared', 'A row where parts are compared'],
] as const;

interface SpecFieldsProps {
  spec: SpecDraft;
  isReserved: boolean;
  /** Headings that others have. */
  groups: readonly string[];
  /** By its own fields. */
  errors: DraftErrors;
  change: KindForm['change'];
}

/** The fields of one specification. */
export function SpecFields({ spec, isReserved, groups, errors, change }: SpecFieldsProps) {
  const id = useId();
  const { id: own, type } = spec;
  const update = useCallback(
    (next: (spec: SpecDraft) => SpecDraft, fields: readonly string[]) =>
      change(
        (draft) => ({ ...draft, specs: draft.specs.map((one) => (one.id === own ? next(one) : one)) }),
        fields.map((field) => `specs.${own}.${field}`),
      ),
    [change, own],
  );
  const set = (patch: Partial<SpecDraft>) => update((now) => ({ ...now, ...patch }), Object.keys(patch));
  const bind = <Name extends 'group' | 'unit' | 'min' | 'max' | 'decimals' | 'zero' | 'filter'>(
    name: Name,
  ) => ({
    value: spec[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement | HTMLSelectElement }) => set({ [name]: target.value }),
  });
  const fixed = 'Fixed, since rules of the shop use it';

  return (
    <>
      <div className="kind__fields">
        <Input
          label="Label"
          required
          maxLength={60}
          autoComplete="off"
          value={spec.label}
          error={errors.label}
          onChange={({ target: { value } }) =>
            set({
              label: value,
              ...(!spec.isSaved && { key: followed(keyOf, spec.key, spec.label, value) }),
            })
          }
        />
        <Input
          label="Key"
          hint={
            spec.isSaved
              ? 'Fixed, since files and programs know it'
              : 'Names it in files and programs; fixed once saved'
          }
          required={!spec.isSaved}
          readOnly={spec.isSaved}
          className={spec.isSaved ? 'input kind__fixed' : 'input'}
          maxLength={40}
          autoComplete="off"
          value={spec.key}
          error={errors.key}
          onChange={({ target }) => set({ key: target.value })}
        />
        <Input
          label="Heading"
          hint="It stands under it in the table"
          maxLength={60}
          list={id}
          {...bind('group')}
        />
        <datalist id={id}>
          {groups.map((group) => (
            <option key={group} value={group}>
              {group}
            </option>
          ))}
        </datalist>
        <Select
          label="Type"
          hint={isReserved ? fixed : undefined}
          disabled={isReserved}
          value={type}
          error={errors.type}
          onChange={({ target }) => {
            const next = target.value as SpecDraft['type'];
            const filters = filtersOf(next);
            update(
              (now) => ({
                ...now,
                type: next,
                filter: filters.includes(now.filter) ? now.filter : filters[0]!,
              }),
              ['type', 'unit', 'min', 'max', 'decimals', 'zero', 'filter', 'options'],
            );
          }}
        >
          {Object.entries(TYPES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {type === 'number' && (
          <>
            <Select
              label="Unit"
              hint={isReserved ? fixed : undefined}
              disabled={isReserved}
              {...bind('unit')}
            >
              <option value="">None: it counts something</option>
              {Object.entries(UNITS).map(([unit, name]) => (
                <option key={unit} value={unit}>
                  {unit} – {name}
                </option>
              ))}
            </Select>
            <Input label="Least" inputMode="decimal" {...bind('min')} />
            <Input label="Highest" inputMode="decimal" {...bind('max')} />
            <Input label="Decimals" hint="0 unless given" inputMode="numeric" {...bind('decimals')} />
            <Select label="0 means" {...bind('zero')}>
              <option value="">0, a number like any other</option>
              <option value="none">That there is none</option>
              <option value="unknown">That it is not known</option>
            </Select>
          </>
        )}
        <Select label="Filtered" {...bind('filter')}>
          {filtersOf(type).map((filter) => (
            <option key={filter} value={filter}>
              {FILTERS[filter]}
            </option>
          ))}
        </Select>
      </div>
      <div className="kind__flags">
        {FLAGS.map(([name, label, hint]) => (
          <div key={name}>
            <label className="kind__flag">
              <input
                type="checkbox"
                checked={spec[name]}
                aria-invalid={errors[name] ? true : undefined}
                aria-describedby={`${id}${name}`}
                onChange={({ target }) => set({ [name]: target.checked })}
              />
              {label}
            </label>
            <span id={`${id}${name}`} className={errors[name] ? 'field__error' : 'field__hint'}>
              {errors[name] ?? hint}
            </span>
          </div>
        ))}
      </div>
      {hasOptions(spec) && <OptionList options={spec.options} errors={errors} update={update} />}
    </>
  );
}
