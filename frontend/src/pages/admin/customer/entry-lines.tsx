import type { CheckedBasket } from '../../../api/types';
import { money } from '../../../lib/format';
import { Button } from '../../../ui/button';
import { Input } from '../../../ui/field';
import type { EntryLine } from './entry-values';

interface EntryLinesProps {
  lines: readonly EntryLine[];
  /** As they are priced now; undefined until they are. */
  checked: CheckedBasket | undefined;
  onChange: (lines: EntryLine[]) => void;
}

/** The parts of the order, each with its quantity and what it costs. */
export const EntryLines = ({ lines, checked, onChange }: EntryLinesProps) => (
  <ul className="enter-order__lines">
    {lines.map((line) => {
      const found = checked?.lines.find(({ productId }) => productId === line.productId);
      return (
        <li key={line.productId} className="enter-order__line">
          <span className="enter-order__name">{line.name}</span>
          <Input
            label="Quantity"
            aria-label={`Quantity of ${line.name}`}
            inputMode="numeric"
            autoComplete="off"
            value={line.quantity}
            onChange={({ target }) =>
              onChange(lines.map((each) => (each === line ? { ...each, quantity: target.value } : each)))
            }
          />
          <span className="enter-order__price num">
            {found && (
              <>
                {money(found.total)}
                <br />
                <small className="muted">{money(found.price)} each</small>
              </>
            )}
          </span>
          <Button
            look="quiet"
            small
            aria-label={`Remove ${line.name}`}
            onClick={() => onChange(lines.filter((each) => each !== line))}
          >
            Remove
          </Button>
          {found?.problems.map(({ code, message }) => (
            <p key={code} className="field__error enter-order__problem">
              {message}
            </p>
          ))}
        </li>
      );
    })}
  </ul>
);
