import { useState } from 'react';
import type { CreatedApiKey } from '../../../api/types';
import { AdminDialog } from '../../../ui-admin/admin-dialog';
import { Button } from '../../../ui/button';
import { CreatedKey } from './created-key';
import { KeyForm } from './key-form';

/** The button and its dialog: first the form, then the key that was made, which is shown this once. */
export function CreateKey() {
  const [open, setOpen] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey>();
  const close = () => setOpen(false);
  return (
    <>
      <Button small aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Create A Key
      </Button>
      <AdminDialog
        open={open}
        onClose={close}
        afterClose={() => setCreated(undefined)}
        title={created ? 'Copy the key now' : 'Create an API key'}
        // once it is closed the key is gone, so nothing closes it by chance
        pinned={created !== undefined}
        width={560}
      >
        {created ? (
          <CreatedKey created={created} onDone={close} />
        ) : (
          <KeyForm onCreated={setCreated} onCancel={close} />
        )}
      </AdminDialog>
    </>
  );
}
