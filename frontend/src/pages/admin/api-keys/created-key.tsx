import type { CreatedApiKey } from '../../../api/types';
import { CopyField } from '../../../ui-admin/copy-field';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';

interface CreatedKeyProps {
  created: CreatedApiKey;
  onDone: () => void;
}

/** The one time that a key is shown. */
export function CreatedKey({ created: { key, name }, onDone }: CreatedKeyProps) {
  return (
    <div className="dialog-body">
      <Alert tone="warn">
        This is the only time the key is shown. Keep it like a password; if it is lost, revoke it and create
        another.
      </Alert>
      <CopyField label={`Key of ${name}`} value={key} noun="The key" />
      <p>
        Programs send it in the header <code>Authorization: Bearer</code>. The{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          API’s documentation
        </a>{' '}
        takes it under “Authorize”.
      </p>
      <div className="dialog-buttons">
        <Button onClick={onDone}>I have copied it</Button>
      </div>
    </div>
  );
}
