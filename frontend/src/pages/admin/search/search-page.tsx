import { useState } from 'react';
import { useSynonymsToEditQuery } from '../../../api/search-admin';
import { LIVE } from '../../../lists/use-list';
import { AdminDialog } from '../../../ui-admin/admin-dialog';
import { ErrorState } from '../../../ui/feedback';
import { PageHead } from '../../../ui/page-head';
import { Spinner } from '../../../ui/spinner';
import { GroupForm, type EditedGroup } from './group-form';
import { MissTable } from './miss-table';
import { SynonymTable } from './synonym-table';
import '../../../ui-admin/parts.css';

/** What customers search for: words that mean the same, and words that find nothing. */
export default function SearchPage() {
  const { data: read, error, refetch } = useSynonymsToEditQuery(undefined, LIVE);
  const [edited, setEdited] = useState<EditedGroup>();
  const [open, setOpen] = useState(false);
  const edit = (group: EditedGroup) => {
    setEdited(group);
    setOpen(true);
  };
  const close = () => setOpen(false);
  return (
    <>
      <PageHead
        title="Search Words"
        lead="What customers type, and what they mean by it. Searches know a change within two seconds."
      />
      {read ? (
        <div className="table-sections">
          <SynonymTable read={read} onEdit={edit} />
          <MissTable groups={read.groups} onEdit={edit} />
        </div>
      ) : error ? (
        <ErrorState error={error} retry={refetch} />
      ) : (
        <Spinner label="Loading synonyms" />
      )}
      <AdminDialog
        open={open}
        onClose={close}
        title={edited?.former ? 'Edit synonyms' : 'Add synonyms'}
        width={560}
      >
        {read && edited && <GroupForm edited={edited} read={read} onClose={close} />}
      </AdminDialog>
    </>
  );
}
