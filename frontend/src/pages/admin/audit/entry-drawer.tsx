import { useGetAuditEntryQuery } from '../../../api/admin-api';
import type { AuditEntry } from '../../../api/types';
import { useKinds } from '../../../features/kinds/use-kinds';
import { SideDrawer, type Neighbours } from '../../../ui-admin/side-drawer';
import { Time } from '../../../ui-admin/time';
import { ButtonLink } from '../../../ui/button';
import { ErrorState } from '../../../ui/feedback';
import { Skeleton } from '../../../ui/skeleton';
import { changedFields, fieldName, knownSpecs, placeOf, sentenceOf } from './entry-text';
import '../../../ui-admin/parts.css';
import './audit.css';
import { Email } from '../../../ui/email';

interface EntryDrawerProps {
  /** None closes the drawer. */
  id: string | undefined;
  row: AuditEntry | undefined;
  steps: Neighbours;
  onClose: () => void;
}

export function EntryDrawer({ id, row, steps, onClose }: EntryDrawerProps) {
  return (
    <SideDrawer
      open={id !== undefined}
      onClose={onClose}
      steps={steps}
      width={40}
      title="Change"
      closeLabel="Close the change"
    >
      {id !== undefined && (row ? <EntryDetails entry={row} /> : <Loaded id={id} />)}
    </SideDrawer>
  );
}

/** A link may lead to an entry that is not on the page; entries never change. */
function Loaded({ id }: { id: string }) {
  const { currentData, error, refetch } = useGetAuditEntryQuery({ id });
  if (currentData) return <EntryDetails entry={currentData} />;
  if (error) return <ErrorState error={error} title="This change could not be loaded" retry={refetch} />;
  return (
    <div role="status" aria-label="Loading the change">
      <Skeleton shape="short" />
      <Skeleton shape="block" />
    </div>
  );
}

function EntryDetails({ entry }: { entry: AuditEntry }) {
  const { actor, at, label, entityId } = entry;
  const place = placeOf(entry);
  const { kinds } = useKinds();
  const specs = knownSpecs(kinds);
  const fields = changedFields(entry, specs);
  return (
    <div className="audit-entry">
      <div>
        <h2 className="audit-entry__title">{sentenceOf(entry)}</h2>
        <p className="audit-entry__label">{label}</p>
      </div>
      <dl className="data-facts">
        <div>
          <dt>When</dt>
          <dd>
            <Time at={at} />
          </dd>
        </div>
        <div>
          <dt>By whom</dt>
          <dd>
            <Email address={actor.email} />
          </dd>
        </div>
        {actor.apiKey && (
          <div>
            <dt>With the API key</dt>
            <dd>
              {actor.apiKey.name} <span className="num">({actor.apiKey.id})</span>
            </dd>
          </div>
        )}
        <div>
          <dt>Id</dt>
          <dd className="num">{entityId}</dd>
        </div>
      </dl>
      {fields.length === 0 ? (
        <p className="muted">No fields were recorded with this change.</p>
      ) : (
        <table className="audit-fields">
          <caption className="visually-hidden">What was changed, field by field</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{fieldName(field, specs)}</th>
                <td>{before ?? <Nothing />}</td>
                <td>{after ?? <Nothing />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="cell-row">
        {place && (
          <ButtonLink look="secondary" small to={place}>
            Show it
          </ButtonLink>
        )}
        <ButtonLink look="quiet" small to={`/dashboard/auditLog?entityId=${entityId}`}>
          All its changes
        </ButtonLink>
        <ButtonLink look="quiet" small to={`/dashboard/auditLog?person=${encodeURIComponent(actor.email)}`}>
          All changes by this admin
        </ButtonLink>
        {actor.apiKey && (
          <ButtonLink look="quiet" small to={`/dashboard/auditLog?person=${actor.apiKey.id}`}>
            All changes with this key
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

const Nothing = () => (
  <span className="muted">
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">Nothing</span>
  </span>
);
