import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EditableKindDto } from '../../../api/generated-admin';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { type DraftErrors, moved, newSpec, type SpecDraft } from './kind-draft';
import { SpecRow } from './spec-row';
import type { KindForm } from './use-kind-editor';

const MAX_SPECS = 60;

interface SpecListProps {
  /** As it was read. */
  kind: EditableKindDto;
  /** The saved ones that are removed once the kind is saved. */
  removed: readonly SpecDraft[];
  specs: readonly SpecDraft[];
  errors: DraftErrors;
  change: KindForm['change'];
  /** Ids of the specifications whose fields are shown. */
  open: ReadonlySet<string>;
  setOpen: (update: (now: ReadonlySet<string>) => ReadonlySet<string>) => void;
}

const SHOWN = /^(label|plural|group|aliases|specs\..+)$/;

/** The specifications of a kind in their order, each with its fields where somebody opens it. */
export function SpecList({ kind, removed, specs, errors, change, open, setOpen }: SpecListProps) {
  const id = useId();
  const add = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const others = Object.entries(errors).filter(([field]) => !SHOWN.test(field));
  const groups = [...new Set(specs.map(({ group }) => group.trim()).filter(Boolean))];

  const move = (from: number, by: 1 | -1) => {
    change((now) => ({ ...now, specs: moved(now.specs, from, by) }));
    setSaid(`${specs[from]?.label || 'The specification'} is now ${from + by + 1} of ${specs.length}.`);
  };
  const remove = ({ id: gone, label }: SpecDraft) => {
    flushSync(() =>
      change(
        (now) => ({ ...now, specs: now.specs.filter((spec) => spec.id !== gone) }),
        [`specs.${gone}`, 'specs'],
      ),
    );
    setSaid(`${label || 'The specification'} is removed.`);
    add.current?.focus();
  };
  const putBack = (spec: SpecDraft) => {
    flushSync(() => change((now) => ({ ...now, specs: [...now.specs, spec] }), ['specs']));
    setSaid(`${spec.label} is put back, as the last one.`);
    add.current?.focus();
  };
  const append = () => {
    const spec = newSpec(specs.at(-1)?.group);
    flushSync(() => {
      change((now) => ({ ...now, specs: [...now.specs, spec] }));
      setOpen((now) => new Set([...now, spec.id]));
    });
    list.current?.querySelector<HTMLInputElement>(':scope > li:last-child input')?.focus();
  };
  const toggle = (which: string) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(which)) next.add(which);
      return next;
    });

  return (
    <section className="kind__specs" aria-labelledby={id}>
      <h2 id={id}>Specifications</h2>
      <p className="muted">In this order they are shown in the table of a part, under their headings.</p>
      {others.length > 0 && (
        <Alert tone="bad">
          {others.map(([field, message]) => (
            <p key={field}>{message}</p>
          ))}
        </Alert>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {specs.length > 0 && (
        <ol ref={list} className="kind__list">
          {specs.map((spec, at) => (
            <SpecRow
              key={spec.id}
              spec={spec}
              at={at}
              of={specs.length}
              slug={kind.slug}
              lacking={spec.isSaved ? kind.lacking[spec.key] : undefined}
              isReserved={spec.isSaved && kind.reservedKeys.includes(spec.key)}
              groups={groups}
              errors={errors}
              isOpen={open.has(spec.id)}
              onToggle={() => toggle(spec.id)}
              onMove={(by) => move(at, by)}
              onRemove={() => remove(spec)}
              change={change}
            />
          ))}
        </ol>
      )}
      {removed.length > 0 && (
        <ul className="kind__removed" aria-label="Removed once you save">
          {removed.map((spec) => (
            <li key={spec.id}>
              <Button look="quiet" small onClick={() => putBack(spec)}>
                Put back {spec.label}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {specs.length < MAX_SPECS && (
        <Button ref={add} look="secondary" small onClick={append}>
          Add a specification
        </Button>
      )}
    </section>
  );
}
