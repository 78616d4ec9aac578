import type { WebhookEndpointSecret } from '../../../api/types';
import { AdminDialog } from '../../../ui-admin/admin-dialog';
import { CopyField } from '../../../ui-admin/copy-field';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Time } from '../../../ui-admin/time';

interface ShownSecretProps {
  /** None closes the dialog. */
  shown: WebhookEndpointSecret | undefined;
  onDone: () => void;
}

/** The one time that a secret is shown. */
export const ShownSecret = ({ shown, onDone }: ShownSecretProps) => (
  <AdminDialog open={shown !== undefined} title="Copy the secret now" pinned width={560} onClose={onDone}>
    {shown && (
      <div className="dialog-body">
        <Alert tone="warn">
          This is the only time the secret is shown. Keep it like a password; if it is lost, rotate it.
        </Alert>
        <CopyField label={`Secret of ${shown.description}`} value={shown.secret} noun="The secret" />
        {shown.rotationEndsAt && (
          <p>
            Events are signed with the former secret too until <Time at={shown.rotationEndsAt} />, so that the
            receiver can change to the new one meanwhile.
          </p>
        )}
        <div className="dialog-buttons">
          <Button onClick={onDone}>I have copied it</Button>
        </div>
      </div>
    )}
  </AdminDialog>
);
