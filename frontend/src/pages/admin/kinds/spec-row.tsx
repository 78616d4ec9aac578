import { useId } from 'react';
import { Link } from 'react-router-dom';
import { count } from '../../../lib/format';
import { Button } from '../../../ui/button';
import { Tag } from '../../../ui/feedback';
import { type DraftErrors, errorsOf, hasOptions, type SpecDraft } from './kind-draft';
import { MoveButtons } from './move-buttons';
import { partsPath } from './parts-path';
import { SpecFields, TYPES } from './spec-fields';
import type { KindForm } from './use-kind-editor';

interface SpecRowProps {
  spec: SpecDraft;
  at: number;
  of: number;
  slug: string;
  /** Parts on sale without a value; undefined of a new one. */
  lacking: number | undefined;
  /** Whether rules of the shop read it. */
  isReserved: boolean;
  groups: readonly string[];
  errors: DraftErrors;
  isOpen: boolean;
  onToggle: () => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  change: KindForm['change'];
}

const KEPT = 'It cannot be removed: rules of the shop use it.';

const summary = (spec: SpecDraft): string => {
  const { type, unit, options, required, onCard } = spec;
  return [
    `${TYPES[type]}${type === 'number' && unit ? ` in ${unit}` : ''}`,
    hasOptions(spec) ? `${count(options.length)} ${options.length === 1 ? 'option' : 'options'}` : '',
    required ? 'required' : '',
    onCard ? 'on cards' : '',
  ]
    .filter(Boolean)
    .join(', ');
};

/** A specification in a line, and its fields below once it is open. */
export function SpecRow(props: SpecRowProps) {
  const { spec, at, of, slug, lacking, isReserved, groups, errors, isOpen } = props;
  const { onToggle, onMove, onRemove, change } = props;
  const id = useId();
  const name = spec.label || 'New specification';
  return (
    <li className="kind__spec">
      <div className="kind__line">
        <span className="kind__name">
          <strong>{name}</strong> <small className="muted">{spec.key}</small>{' '}
          {isReserved && <Tag plain>Used by rules of the shop</Tag>}
          <br />
          <small className="muted">
            {spec.group && `${spec.group} · `}
            {summary(spec)}
            {lacking !== undefined && lacking > 0 && (
              <>
                {' · '}
                <Link to={partsPath(slug, spec.key)}>
                  {count(lacking)} {lacking === 1 ? 'part lacks' : 'parts lack'} it
                </Link>
              </>
            )}
          </small>
        </span>
        <span className="kind__buttons">
          <MoveButtons subject={name} at={at} of={of} onMove={onMove} />
          <Button
            look="secondary"
            small
            aria-label={`Edit: ${name}`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
          >
            Edit
          </Button>
          <Button
            look="secondary"
            small
            className={isReserved ? undefined : 'btn--danger'}
            aria-label={`Remove: ${name}`}
            title={isReserved ? KEPT : undefined}
            aria-description={isReserved ? KEPT : undefined}
            disabled={isReserved}
            onClick={onRemove}
          >
            Remove
          </Button>
        </span>
      </div>
      {isOpen && (
        <div id={id} className="kind__panel" role="group" aria-label={name}>
          <SpecFields
            spec={spec}
            isReserved={isReserved}
            groups={groups}
            errors={errorsOf(errors, spec.id)}
            change={change}
          />
        </div>
      )}
    </li>
  );
}
