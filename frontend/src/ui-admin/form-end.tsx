import { Button } from '../ui/button';
import { Alert } from '../ui/feedback';

interface FormEndProps {
  /** What somebody else has changed meanwhile. */
  conflict?: string | undefined;
  refusal: string | undefined;
  busy: boolean;
  /** Whether there is nothing to send. */
  disabled?: boolean;
  /** On the button that sends. */
  label: string;
  onCancel: () => void;
}

/** The end of a dialog's form: what the server said, and the buttons. */
export const FormEnd = ({ conflict, refusal, busy, disabled, label, onCancel }: FormEndProps) => (
  <>
    {conflict && <Alert tone="warn">{conflict}</Alert>}
    {refusal && <Alert tone="bad">{refusal}</Alert>}
    <div className="dialog-buttons">
      <Button look="secondary" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" busy={busy} disabled={disabled}>
        {label}
      </Button>
    </div>
  </>
);
