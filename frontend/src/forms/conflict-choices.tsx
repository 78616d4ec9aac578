import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/button';
import { Alert } from '../ui/feedback';
import { type ChangedField, type Choices, fieldText, type FieldValue, isSameValue } from './merge-edits';
import './conflict-choices.css';

interface ConflictChoicesProps<Field extends string> {
  /** Who has changed what: `Somebody else changed this product`. */
  title: string;
  changed: readonly ChangedField<Field>[];
  busy: boolean;
  refusal?: string;
  /** A value of a field as a person reads it; text by default. */
  show?: (field: Field, value: FieldValue) => ReactNode;
  onSave: (choices: Choices) => void;
  /** Gives the edit up. */
  onReload: () => void;
}

/**
 * After 412: what another admin changed meanwhile, field by field beside one's own edit, and the choice of each. Nothing
 * overwrites what was not shown here: it is saved on top of the version that is shown, and refused again when that is stale.
 */
export function ConflictChoices<Field extends string>(props: ConflictChoicesProps<Field>) {
  const { title, changed, busy, refusal, show = textOf, onSave, onReload } = props;
  const id = useId();
  const [choices, setChoices] = useState<Choices>({});
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const chosen: Choices = {
    ...Object.fromEntries(
      changed.filter(({ isConflict }) => !isConflict).map(({ field }) => [field, 'theirs'] as const),
    ),
    ...choices,
  };
  const open = changed.filter(({ field }) => chosen[field] === undefined);

  return (
    <section className="conflict" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className="muted">
        Your changes are not saved yet. Choose what to keep of each field that has changed since you opened
        the form; your other changes are kept.
      </p>
      {changed.length === 0 && <p>Nothing that you edit has changed. Your changes can be saved.</p>}
      {changed.map((change) => (
        <FieldChoice
          key={change.field}
          change={change}
          chosen={chosen[change.field]}
          show={show}
          onChange={(whose) => setChoices({ ...choices, [change.field]: whose })}
        />
      ))}
      {open.length > 0 && (
        <Alert tone="warn">Choose for {open.map(({ label }) => label).join(', ')} before you save.</Alert>
      )}
      {refusal && <Alert tone="bad">{refusal}</Alert>}
      <div className="dialog-buttons">
        <Button look="secondary" disabled={busy} onClick={onReload}>
          Discard my changes
        </Button>
        <Button busy={busy} disabled={open.length > 0} onClick={() => onSave(chosen)}>
          Save my choices
        </Button>
      </div>
    </section>
  );
}

const textOf = (_field: string, value: FieldValue): string => {
  if (value === undefined || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return fieldText(value);
};

interface FieldChoiceProps<Field extends string> {
  change: ChangedField<Field>;
  chosen: 'mine' | 'theirs' | undefined;
  show: (field: Field, value: FieldValue) => ReactNode;
  onChange: (whose: 'mine' | 'theirs') => void;
}

function FieldChoice<Field extends string>({ change, chosen, show, onChange }: FieldChoiceProps<Field>) {
  const { field, label, before, theirs, mine } = change;
  const group = useId();
  const options = [
    ['theirs', 'Theirs', theirs],
    ['mine', isSameValue(mine, before) ? 'As it was' : 'Mine', mine],
  ] as const;
  return (
    <fieldset className="conflict__field">
      <legend>
        {label} <small className="muted">was {show(field, before)}</small>
      </legend>
      {options.map(([whose, name, value]) => (
        <label key={whose} className="conflict__choice">
          <input type="radio" name={group} checked={chosen === whose} onChange={() => onChange(whose)} />
          <span className="conflict__whose">{name}</span>{' '}
          <span className="conflict__value">{show(field, value)}</span>
        </label>
      ))}
    </fieldset>
  );
}
