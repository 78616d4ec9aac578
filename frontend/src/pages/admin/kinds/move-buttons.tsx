import { flushSync } from 'react-dom';
import { Button } from '../../../ui/button';

interface MoveButtonsProps {
  /** What is moved, for screen readers. */
  subject: string;
  at: number;
  of: number;
  onMove: (by: 1 | -1) => void;
}

/** Up and down in a list. A row that moves in the document loses the focus: the button that was pressed gets it back. */
export function MoveButtons({ subject, at, of, onMove }: MoveButtonsProps) {
  const button = (by: 1 | -1, label: string, sign: string, isOff: boolean) => (
    <Button
      look="quiet"
      small
      className="kind__move"
      title={label}
      aria-label={`${label}: ${subject}`}
      disabled={isOff}
      onClick={({ currentTarget }) => {
        flushSync(() => onMove(by));
        currentTarget.focus();
      }}
    >
      <span aria-hidden="true">{sign}</span>
    </Button>
  );
  return (
    <>
      {button(-1, 'Move up', '↑', at === 0)}
      {button(1, 'Move down', '↓', at === of - 1)}
    </>
  );
}
