import type { ManagedReview } from '../../../api/types';
import type { Column } from '../../../lists/columns';
import { OpenRow } from '../../../lists/open-row';
import { Time } from '../../../ui-admin/time';
import { Tag } from '../../../ui/feedback';
import { Stars } from '../../../features/reviews/stars';

const BEGINNING = 90;

const beginningOf = (text: string): string =>
  text.length > BEGINNING ? `${text.slice(0, BEGINNING).trimEnd()}…` : text;

export const reviewColumns: Column<ManagedReview>[] = [
  {
    key: 'comments',
    label: 'Review',
    minWidth: 240,
    namesRow: true,
    card: '1 / 2 / auto / span 2',
    render: ({ _id, comments, name }) => (
      <OpenRow id={_id} label={`${beginningOf(comments)}, show the review of ${name}`}>
        {beginningOf(comments)}
      </OpenRow>
    ),
  },
  {
    key: 'ratings',
    label: 'Stars',
    width: 118,
    card: '3 / 2',
    render: ({ ratings }) => <Stars value={ratings} />,
  },
  {
    key: 'author',
    label: 'Author',
    width: 270,
    card: '2 / 2 / auto / span 2',
    render: ({ name, authorEmail }) => (
      <span className="cell-line" title={`${name}, ${authorEmail}`}>
        {name} <small>{authorEmail}</small>
      </span>
    ),
  },
  {
    key: 'date',
    label: 'Date',
    width: 112,
    render: ({ createdAt }) => <Time at={createdAt} day />,
    sort: {
      ascend: { key: 'oldest', label: 'Oldest first' },
      descend: { key: 'newest', label: 'Newest first' },
    },
  },
  {
    key: 'state',
    label: 'State',
    width: 290,
    card: '3 / 3',
    render: ({ hidden, verifiedBuyer, reply }) => (
      <span className="cell-row">
        {hidden ? <Tag tone="bad">Hidden</Tag> : <Tag plain>Shown</Tag>}
        {verifiedBuyer && <Tag tone="ok">Verified buyer</Tag>}
        {reply && <Tag tone="info">Replied</Tag>}
      </span>
    ),
  },
];
