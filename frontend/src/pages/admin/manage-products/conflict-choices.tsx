import { Radio } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { EditProductDto, ManagedProductDto } from '../../../api/generated-account';
import { money } from '../../../lib/format';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { ProductImage } from '../../../features/products/product-image';
import { changedFields, type ChangedField, type Choices, type FieldValue, mergedEdit } from './merge-edits';

interface ConflictChoicesProps {
  /** The version that the edit is based on. */
  before: ManagedProductDto;
  theirs: ManagedProductDto;
  edit: EditProductDto;
  busy: boolean;
  onSave: (edit: EditProductDto) => void;
  /** Gives the edit up. */
  onReload: () => void;
}

/** What another admin changed meanwhile, field by field beside one's own edit, and the choice of each. */
export function ConflictChoices({ before, theirs, edit, busy, onSave, onReload }: ConflictChoicesProps) {
  const changed = changedFields(before, theirs, edit);
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
    <section className="conflict" aria-labelledby="conflict-title">
      <h2 id="conflict-title" ref={heading} tabIndex={-1}>
        Somebody else changed this product
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
          value={chosen[change.field]}
          onChange={(value) => setChoices({ ...choices, [change.field]: value })}
        />
      ))}
      {open.length > 0 && (
        <Alert tone="warn">Choose for {open.map(({ label }) => label).join(', ')} before you save.</Alert>
      )}
      <div className="dialog-buttons">
        <Button look="secondary" onClick={onReload}>
          Discard my changes
        </Button>
        <Button
          busy={busy}
          disabled={open.length > 0}
          onClick={() => onSave(mergedEdit(theirs, edit, changed, chosen))}
        >
          Save my choices
        </Button>
      </div>
    </section>
  );
}

interface FieldChoiceProps {
  change: ChangedField;
  value: 'mine' | 'theirs' | undefined;
  onChange: (value: 'mine' | 'theirs') => void;
}

function FieldChoice({ change, value, onChange }: FieldChoiceProps) {
  const { field, label, before, theirs, mine } = change;
  return (
    <fieldset className="conflict__field">
      <legend>
        {label} <small className="muted">was {textOf(change, before)}</small>
      </legend>
      <Radio.Group
        name={field}
        value={value}
        onChange={({ target }) => onChange(target.value as 'mine' | 'theirs')}
      >
        <Radio value="theirs">
          <span className="conflict__whose">Theirs</span> <Value change={change} value={theirs} />
        </Radio>
        <Radio value="mine">
          <span className="conflict__whose">{mine === before ? 'As it was' : 'Mine'}</span>{' '}
          <Value change={change} value={mine} />
        </Radio>
      </Radio.Group>
    </fieldset>
  );
}

const textOf = ({ field }: ChangedField, value: FieldValue): string => {
  if (value === undefined) return 'empty';
  if (field === 'img') return 'another photo';
  return field === 'price' ? money(Number(value)) : String(value);
};

function Value({ change, value }: { change: ChangedField; value: FieldValue }) {
  return change.field === 'img' && value !== undefined ? (
    <ProductImage src={String(value)} alt="" className="conflict__image" />
  ) : (
    <span className="conflict__value">{textOf(change, value)}</span>
  );
}
