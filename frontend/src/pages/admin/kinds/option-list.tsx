import { memo, useCallback, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Textarea } from '../../../ui/field';
import { type DraftErrors, moved, newOption, type OptionDraft, type SpecDraft } from './kind-draft';
import { MoveButtons } from './move-buttons';
import { followed, optionLines, optionValue } from './names';

type Update = (next: (spec: SpecDraft) => SpecDraft, fields: readonly string[]) => void;

const MAX_OPTIONS = 300;

interface OptionListProps {
  options: readonly OptionDraft[];
  /** Of the specification, by its own fields. */
  errors: DraftErrors;
  update: Update;
}

/** The options of a choice, in the order in which they are shown. */
export function OptionList({ options, errors, update }: OptionListProps) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [said, setSaid] = useState('');
  const [pasted, setPasted] = useState<string>();
  const setOptions = useCallback(
    (next: (options: OptionDraft[]) => OptionDraft[], fields: readonly string[] = []) =>
      update((spec) => ({ ...spec, options: next(spec.options) }), fields),
    [update],
  );
  const change = useCallback(
    (own: string, patch: Partial<OptionDraft>) =>
      setOptions(
        (now) => now.map((option) => (option.id === own ? { ...option, ...patch } : option)),
        [`options.${own}`, 'options'],
      ),
    [setOptions],
  );
  const move = useCallback(
    (own: string, by: 1 | -1) => {
      setOptions((now) =>
        moved(
          now,
          now.findIndex((option) => option.id === own),
          by,
        ),
      );
      setSaid(`Moved ${by < 0 ? 'up' : 'down'}.`);
    },
    [setOptions],
  );
  const remove = useCallback(
    (own: string) => {
      flushSync(() =>
        setOptions((now) => now.filter((option) => option.id !== own), [`options.${own}`, 'options']),
      );
      setSaid('The option is removed.');
      add.current?.focus();
    },
    [setOptions],
  );
  const append = () => {
    flushSync(() => setOptions((now) => [...now, newOption()], ['options']));
    list.current?.querySelector<HTMLInputElement>(':scope > li:last-child input')?.focus();
  };
  const addLines = () => {
    const added = optionLines(pasted ?? '')
      .slice(0, MAX_OPTIONS - options.length)
      .map(({ label, value, aliases }) => newOption(label, value, aliases));
    setOptions((now) => [...now, ...added], ['options']);
    setPasted(undefined);
    setSaid(`${added.length} options are added.`);
    add.current?.focus();
  };

  return (
    <div className="kind__options" role="group" aria-labelledby={id}>
      <h3 id={id}>Options</h3>
      {errors.options && <Alert tone="bad">{errors.options}</Alert>}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {options.length > 0 && (
        <ol ref={list} className="kind__option-list">
          {options.map((option, at) => (
            <OptionRow
              key={option.id}
              option={option}
              at={at}
              of={options.length}
              valueError={errors[`options.${option.id}.value`]}
              labelError={errors[`options.${option.id}.label`]}
              aliasesError={errors[`options.${option.id}.aliases`]}
              change={change}
              move={move}
              remove={remove}
            />
          ))}
        </ol>
      )}
      {pasted !== undefined && (
        <div className="kind__paste">
          <Textarea
            label="Options to add"
            hint="One a line: a label, or value | label | other names. A column of a spreadsheet can be pasted."
            rows={5}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
          />
          <Button look="secondary" small disabled={pasted.trim() === ''} onClick={addLines}>
            Add these
          </Button>
        </div>
      )}
      <div className="kind__buttons">
        <Button ref={add} look="secondary" small disabled={options.length >= MAX_OPTIONS} onClick={append}>
          Add an option
        </Button>
        <Button
          look="quiet"
          small
          aria-expanded={pasted !== undefined}
          onClick={() => setPasted(pasted === undefined ? '' : undefined)}
        >
          Add many at once
        </Button>
      </div>
    </div>
  );
}

interface OptionRowProps {
  option: OptionDraft;
  at: number;
  of: number;
  valueError: string | undefined;
  labelError: string | undefined;
  aliasesError: string | undefined;
  change: (id: string, patch: Partial<OptionDraft>) => void;
  move: (id: string, by: 1 | -1) => void;
  remove: (id: string) => void;
}

/** Rendered again only when it changes itself: there may be hundreds. */
const OptionRow = memo(function OptionRow(props: OptionRowProps) {
  const { option, at, of, valueError, labelError, aliasesError, change, move, remove } = props;
  const { id, was, value, label, aliases } = option;
  const name = label || `option ${at + 1}`;
  return (
    <li className="kind__option">
      <Cell
        label="Label"
        place={at}
        value={label}
        error={labelError}
        onChange={(text) =>
          change(id, {
            label: text,
            ...(was === undefined && { value: followed(optionValue, value, label, text) }),
          })
        }
      />
      <Cell
        label="Value"
        place={at}
        value={value}
        error={valueError}
        hint={was !== undefined && was !== value.trim() ? `Was ${was}; its parts get the new one` : undefined}
        onChange={(text) => change(id, { value: text })}
      />
      <Cell
        label="Other names"
        place={at}
        value={aliases}
        error={aliasesError}
        onChange={(text) => change(id, { aliases: text })}
      />
      <span className="kind__buttons">
        <MoveButtons subject={name} at={at} of={of} onMove={(by) => move(id, by)} />
        <Button look="quiet" small aria-label={`Remove: ${name}`} onClick={() => remove(id)}>
          Remove
        </Button>
      </span>
    </li>
  );
});

interface CellProps {
  label: string;
  place: number;
  value: string;
  error: string | undefined;
  hint?: string;
  onChange: (text: string) => void;
}

function Cell({ label, place, value, error, hint, onChange }: CellProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <span className="kind__cell">
      <label htmlFor={id}>
        {label}
        <span className="visually-hidden"> of option {place + 1}</span>
      </label>
      <input
        id={id}
        className="input input--compact"
        autoComplete="off"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}n` : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      {note && (
        <span id={`${id}n`} className={error ? 'field__error' : 'field__hint'}>
          {note}
        </span>
      )}
    </span>
  );
}
