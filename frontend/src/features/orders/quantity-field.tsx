import type { KeyboardEvent, ComponentProps, ReactNode } from 'react';
import { count } from '../../lib/format';
import { Field } from '../../ui/field';
import { orderableUnits } from '../products/pricing';
import { type Limits, stepped } from './quantity-steps';
import './quantity-field.css';

interface QuantityFieldProps extends ComponentProps<'input'> {
  limits: Limits;
  /** What is typed now. */
  units: string;
  label?: ReactNode;
  error?: string;
  onStep: (units: string) => void;
}

/** Units to order: typed, or stepped by packs with the buttons and the arrow keys. Page Up and Down go by minimum orders. */
export function QuantityField({
  limits,
  units: typed,
  label = 'Order Quantity',
  error,
  onStep,
  ...rest
}: QuantityFieldProps) {
  const { minimumOQ, orderStep = 1 } = limits;
  const most = orderableUnits(limits);
  const pack = orderStep > 1 ? 'pack' : 'unit';
  const units = /^\d+$/.test(typed.trim()) ? Number(typed) : undefined;
  const step = (by: number) => onStep(String(stepped(typed, by, limits)));
  const steps: Record<string, number> = {
    ArrowUp: orderStep,
    ArrowDown: -orderStep,
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
      label={label}
      hint={`From ${count(minimumOQ)} to ${count(most)} units${orderStep > 1 ? `, in packs of ${count(orderStep)}` : ''}`}
      error={error}
    >
      {(tie) => (
        <div className="quantity">
          <Step label={`One ${pack} fewer`} by={-orderStep} isLimit={units === minimumOQ} onStep={step} />
          <input
            className="input num"
            inputMode="numeric"
            autoComplete="off"
            required
            role="spinbutton"
            aria-valuemin={minimumOQ}
            aria-valuemax={most}
            aria-valuenow={units}
            onKeyDown={onKeyDown}
            {...rest}
            {...tie}
          />
          <Step label={`One ${pack} more`} by={orderStep} isLimit={units === most} onStep={step} />
        </div>
      )}
    </Field>
  );
}

interface StepProps {
  label: string;
  by: number;
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
    // the field keeps the focus: the message that shows when it is left would move the button away under the pointer
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => !isLimit && onStep(by)}
  >
    <span aria-hidden="true">{by < 0 ? '−' : '+'}</span>
  </button>
);
