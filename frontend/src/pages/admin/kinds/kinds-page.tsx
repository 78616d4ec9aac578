import { Link, useParams } from 'react-router-dom';
import { useListManagedKindsQuery } from '../../../api/admin-api';
import type { ManagedKindDto } from '../../../api/generated-admin';
import { count } from '../../../lib/format';
import type { Column } from '../../../lists/columns';
import { PlainTable } from '../../../lists/plain-table';
import { LIVE } from '../../../lists/use-list';
import { EmptyState, ErrorState, Tag } from '../../../ui/feedback';
import { PageHead } from '../../../ui/page-head';
import { Spinner } from '../../../ui/spinner';
import { AddKind } from './add-kind';
import { KindPage } from './kind-page';
import { partsPath } from './parts-path';
import './kinds.css';

const columns: Column<ManagedKindDto>[] = [
  {
    key: 'label',
    label: 'Kind',
    minWidth: 170,
    namesRow: true,
    render: ({ slug, label }) => (
      <Link className="row-link" to={`/dashboard/kinds/${slug}`}>
        {label}
      </Link>
    ),
  },
  { key: 'slug', label: 'Slug', minWidth: 140, render: ({ slug }) => slug },
  {
    key: 'group',
    label: 'Group',
    minWidth: 120,
    render: ({ group }) => group || <span className="muted">None</span>,
  },
  { key: 'specs', label: 'Specifications', width: 120, align: 'end', render: ({ specs }) => count(specs) },
  {
    key: 'parts',
    label: 'Parts',
    width: 100,
    align: 'end',
    render: ({ slug, label, parts }) =>
      parts === 0 ? (
        count(0)
      ) : (
        <Link to={partsPath(slug)} aria-label={`${count(parts)} parts of the kind ${label}`}>
          {count(parts)}
        </Link>
      ),
  },
  {
    key: 'isBuiltIn',
    label: 'Origin',
    width: 120,
    render: ({ isBuiltIn }) => (isBuiltIn ? <Tag plain>Built in</Tag> : <span className="muted">Added</span>),
  },
];

/** All kinds, or the one of the address: one page, so that the shop's first script names fewer files. */
export default function KindsPage() {
  const { slug } = useParams();
  return slug === undefined ? <KindList /> : <KindPage key={slug} slug={slug} />;
}

/** The kinds of parts, and how many there are of each. */
function KindList() {
  const { data, error, refetch } = useListManagedKindsQuery(undefined, LIVE);
  return (
    <>
      <PageHead
        title="Kinds"
        lead="What kinds of parts the shop sells, and which specifications each has. Forms, imports, filters and the tables of parts are made of them."
      >
        <AddKind />
      </PageHead>
      {data ? (
        data.kinds.length === 0 ? (
          <EmptyState title="No kinds yet">Without a kind, a part has no specifications.</EmptyState>
        ) : (
          <div className="data-table">
            <PlainTable
              title="Kinds"
              caption="All kinds"
              rowKey={({ slug }) => slug}
              columns={columns}
              rows={data.kinds}
              pagination={false}
            />
          </div>
        )
      ) : error ? (
        <ErrorState error={error} retry={refetch} />
      ) : (
        <Spinner label="Loading kinds" />
      )}
    </>
  );
}
