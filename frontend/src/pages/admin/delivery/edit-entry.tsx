import { type ComponentType, useState } from 'react';
import { type ReadDelivery, useSaveDeliveryMutation } from '../../../api/delivery-admin';
import { AdminDialog } from '../../../ui-admin/admin-dialog';
import { ConfirmAction } from '../../../ui-admin/confirm-action';
import { Button } from '../../../ui/button';
import { type EntryList, withoutEntry } from './entries';

export interface EntryFormProps<Entry> {
  /** Undefined for a new one. */
  entry?: Entry;
  read: ReadDelivery;
  onClose: () => void;
}

interface EditEntryProps<Entry> {
  /** On the button. */
  label: string;
  /** Joined to the label for screen readers, where every row has the same button. */
  subject?: string;
  title: string;
  entry?: Entry;
  read: ReadDelivery;
  form: ComponentType<EntryFormProps<Entry>>;
}

/** The button and the dialog with the form. */
export function EditEntry<Entry>(props: EditEntryProps<Entry>) {
  const { label, subject, title, entry, read, form: EntryForm } = props;
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        small
        look={entry ? 'secondary' : 'primary'}
        aria-label={subject && `${label}: ${subject}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <AdminDialog open={open} onClose={close} title={title} width={560}>
        <EntryForm entry={entry} read={read} onClose={close} />
      </AdminDialog>
    </>
  );
}

export interface RemoveEntryProps<Entry> {
  list: EntryList<Entry>;
  entry: Entry;
  subject: string;
  read: ReadDelivery;
  /** What the removal does not change. */
  kept?: string;
  done: string;
}

export function RemoveEntry<Entry>(props: RemoveEntryProps<Entry>) {
  const { list, entry, subject, read, kept = 'Orders keep what they were charged.', done } = props;
  const [save] = useSaveDeliveryMutation();
  return (
    <ConfirmAction
      label="Remove"
      subject={subject}
      title={`Remove ${subject}?`}
      confirm="Remove"
      keep="Keep it"
      run={() =>
        save({
          etag: read.etag,
          settings: withoutEntry(list, read.settings, list.keyOf(entry)),
        }).unwrap()
      }
      done={done}
    >
      <p>{list.text(entry)}</p>
      <p>{kept}</p>
    </ConfirmAction>
  );
}
