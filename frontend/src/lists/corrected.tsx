import { Button } from '../ui/button';
import type { ListControl } from './use-list';

interface CorrectedProps {
  table: ListControl;
  /** That were searched instead of those typed. */
  words: string | undefined;
  /** The button goes then, and the focus with it. */
  onUndone: () => void;
}

/** Says which words were searched, and leads back to those that were typed. */
export function Corrected({ table, words, onUndone }: CorrectedProps) {
  const { q } = table.state;
  if (words === undefined || q === undefined) return null;
  return (
    <p className="list-note" role="status">
      Showing results for <strong>{words}</strong>.{' '}
      <Button
        look="quiet"
        small
        onClick={() => {
          onUndone();
          table.set({ asTyped: 'true' });
        }}
      >
        Search for {q} instead
      </Button>
    </p>
  );
}
