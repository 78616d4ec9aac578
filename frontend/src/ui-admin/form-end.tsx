import { type ComponentProps, useEffect, useRef } from 'react';
import { Button } from '../ui/button';
import { Alert } from '../ui/feedback';
import './parts.css';

interface FormEndProps {
  /** What somebody else has changed meanwhile. */
  conflict?: string | undefined;
  refusal: string | undefined;
  busy: boolean;
  /** Whether there is nothing to send. */
  disabled?: boolean;
  /** On the button that sends. */
  label: string;
  /** On the button that leaves things as they are. */
  keep?: string;
  onCancel: () => void;
}

/** The end of a dialog's form: what the server said, and the buttons. */
export const FormEnd = ({ conflict, refusal, keep = 'Cancel', onCancel, ...send }: FormEndProps) => (
  <>
    {conflict && (
      <Said key={conflict} tone="warn">
        {conflict}
      </Said>
    )}
    {refusal && (
      <Said key={refusal} tone="bad">
        {refusal}
      </Said>
    )}
    <div className="dialog-buttons">
      <Button look="secondary" disabled={send.busy} onClick={onCancel}>
        {keep}
      </Button>
      <Button type="submit" busy={send.busy} disabled={send.disabled}>
        {send.label}
      </Button>
    </div>
  </>
);

/** Scrolled into sight: of a long form it comes below the buttons, which stay at the end of the dialog. */
function Said({ tone, children }: ComponentProps<typeof Alert>) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={ref} className="form-end__said">
      <Alert tone={tone}>{children}</Alert>
    </div>
  );
}
