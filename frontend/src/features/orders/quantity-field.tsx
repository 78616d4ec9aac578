import type { KeyboardEvent, ComponentProps } from 'react';
import { count } from '../../lib/format';
import { Field } from '../../ui/field';
import { stepped } from './quantity-steps';

interface QuantityFieldProps extends ComponentProps<'input'> {
  limits: { minimumOQ: number; availableQ: number };
  /** What is typed now. */
  units: string;
  error?: string;
  onStep: (units: string) => void;
}

/** Units to order: typed, or stepped with the buttons and the arrow keys. Page Up and Down go by whole minimum orders. */
export function QuantityField({ limits, units: typed, error, onStep, ...rest }: QuantityFieldProps) {
  const { minimumOQ, availableQ } = limits;
  const units = /^\d+$/.test(typed.trim()) ? Number(typed) : undefined;
  const step = (by: number) => onStep(String(stepped(typed, by, limits)));
  const steps: Record<string, number> = {
    ArrowUp: 1,
    ArrowDown: -1,
    PageUp: minimumOQ,
    PageDown: -minimumOQ,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(by);
  };
  return (
    <Field
      label="Order Quantity"
      hint={`From ${count(minimumOQ)} to ${count(availableQ)} units`}
      error={error}
    >
      {(tie) => (
        <div className="quantity">
          <Step label="One unit fewer" by={-1} isLimit={units === minimumOQ} onStep={step} />
          <input
            className="input num"
            inputMode="numeric"
            autoComplete="off"
            required
            role="spinbutton"
            aria-valuemin={minimumOQ}
            aria-valuemax={availableQ}
            aria-valuenow={units}
            onKeyDown={onKeyDown}
            {...rest}
            {...tie}
          />
          <Step label="One unit more" by={1} isLimit={units === availableQ} onStep={step} />
        </div>
      )}
    </Field>
  );
}

interface StepProps {
  label: string;
  by: 1 | -1;
  isLimit: boolean;
  onStep: (by: number) => void;
}

/** Keeps the focus at the limit, where it does nothing. */
const Step = ({ label, by, isLimit, onStep }: StepProps) => (
  <button
    type="button"
    className="quantity__step"
    aria-label={label}
    aria-disabled={isLimit || undefined}
    onClick={() => !isLimit && onStep(by)}
  >
    <span aria-hidden="true">{by < 0 ? '−' : '+'}</span>
  </button>
);
