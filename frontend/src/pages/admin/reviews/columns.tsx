import type { ManagedReview } from '../../../api/types';
import { date } from '../../../lib/format';
import type { Column } from '../../../lists/columns';
import { OpenRow } from '../../../lists/open-row';
import { Tag } from '../../../ui/feedback';
import { Stars } from '../../../features/reviews/stars';

const BEGINNING = 90;

const beginningOf = (text: string): string =>
  text.length > BEGINNING ? `${text.slice(0, BEGINNING).trimEnd()}…` : text;

export const reviewColumns: Column<ManagedReview>[] = [
  {
    key: 'comments',
    label: 'Review',
    namesRow: true,
    render: ({ _id, comments, name }) => (
      <OpenRow id={_id} label={`${beginningOf(comments)}, show the review of ${name}`}>
        {beginningOf(comments)}
      </OpenRow>
    ),
  },
  { key: 'ratings', label: 'Stars', width: 130, render: ({ ratings }) => <Stars value={ratings} /> },
  {
    key: 'author',
    label: 'Author',
    width: 240,
    render: ({ name, authorEmail }) => (
      <span className="cell-stack">
        {name}
        <small>{authorEmail}</small>
      </span>
    ),
  },
  {
    key: 'date',
    label: 'Date',
    render: ({ createdAt }) => <span className="num">{date(createdAt)}</span>,
    sort: {
      ascend: { key: 'oldest', label: 'Oldest first' },
      descend: { key: 'newest', label: 'Newest first' },
    },
  },
  {
    key: 'state',
    label: 'State',
    render: ({ hidden, verifiedBuyer, reply }) => (
      <span className="cell-row">
        {hidden ? <Tag tone="bad">Hidden</Tag> : <Tag plain>Shown</Tag>}
        {verifiedBuyer && <Tag tone="ok">Verified buyer</Tag>}
        {reply && <Tag tone="info">Replied</Tag>}
      </span>
    ),
  },
];
