import { type ReadSynonyms, useSaveSynonymsMutation } from '../../../api/search-admin';
import type { Column } from '../../../lists/columns';
import { PlainTable } from '../../../lists/plain-table';
import { TableSection } from '../../../lists/table-section';
import { ConfirmAction } from '../../../ui-admin/confirm-action';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/feedback';
import type { EditedGroup } from './group-form';
import { withoutGroup, type Words, wordsText } from './synonym-groups';

/** A group with its place: a row whose words are changed stays, with the button that has the focus. */
interface GroupRow {
  words: Words;
  at: string;
}

interface SynonymTableProps {
  read: ReadSynonyms;
  onEdit: (group: EditedGroup) => void;
}

/** The groups, and what can be done with each. They are one document: each change saves all, based on what is shown. */
export function SynonymTable({ read, onEdit }: SynonymTableProps) {
  const columns: Column<GroupRow>[] = [
    {
      key: 'words',
      label: 'Words that mean the same',
      minWidth: 240,
      namesRow: true,
      wraps: true,
      render: ({ words }) => wordsText(words),
    },
    {
      key: 'actions',
      label: 'Change',
      width: 170,
      render: ({ words }) => (
        <span className="cell-row">
          <Button
            look="secondary"
            small
            aria-haspopup="dialog"
            aria-label={`Edit: ${wordsText(words)}`}
            onClick={() => onEdit({ former: words, text: wordsText(words) })}
          >
            Edit
          </Button>
          <RemoveGroup key={wordsText(words)} words={words} read={read} />
        </span>
      ),
    },
  ];
  return (
    <TableSection
      title="Synonyms"
      lead="Each group is of words that mean the same: a search for one of them finds the parts of all."
      action={
        <Button small aria-haspopup="dialog" onClick={() => onEdit({ text: '' })}>
          Add Synonyms
        </Button>
      }
    >
      {read.groups.length === 0 ? (
        <EmptyState title="No synonyms yet">
          Customers find parts only by the words that the shop uses. With “gpu, graphics card, video card” as
          a group, a search for gpu also finds the parts that are called graphics card.
        </EmptyState>
      ) : (
        <PlainTable
          title="Synonyms"
          rowKey={({ at }) => at}
          columns={columns}
          rows={read.groups.map(({ words }, at) => ({ words, at: String(at) }))}
          pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
        />
      )}
    </TableSection>
  );
}

function RemoveGroup({ words, read: { groups, etag } }: { words: Words; read: ReadSynonyms }) {
  const [save] = useSaveSynonymsMutation();
  return (
    <ConfirmAction
      label="Remove"
      subject={wordsText(words)}
      title="Remove this group?"
      confirm="Remove"
      keep="Keep it"
      run={() => save({ groups: withoutGroup(groups, words), etag }).unwrap()}
      done="Synonyms Removed"
    >
      <p>{wordsText(words)}</p>
      <p>A search for one of them finds only what has the word itself.</p>
    </ConfirmAction>
  );
}
