import type { FoundOrder, OrderMatch } from '../../api/types';
import { labelOf, marksIn, piecesOf } from './found-parts';
import './found.css';

function Marked({ text, marks }: Pick<OrderMatch, 'text' | 'marks'>) {
  return piecesOf(text, marks).map((piece, at) =>
    piece.isMarked ? (
      <mark key={at} className="found-mark">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}

interface FoundTextProps {
  order: FoundOrder;
  field: OrderMatch['field'];
  /** What is shown of the field. */
  text: string;
}

/** A text of an order, with what was searched for marked. */
export const FoundText = ({ order, field, text }: FoundTextProps) => (
  <Marked text={text} marks={marksIn(order, field, text)} />
);

/** Names what was found, in one line. */
export const FoundLine = ({ matches }: { matches: readonly OrderMatch[] }) => (
  <span className="found-line">
    {matches.map((match) => (
      <span key={`${match.field} ${match.text}`}>
        <b>{labelOf(match)}</b> <Marked {...match} />
      </span>
    ))}
  </span>
);
