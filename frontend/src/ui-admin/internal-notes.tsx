import { Form, Input } from 'antd';
import type { OrderNoteDto } from '../api/generated-admin';
import { Button } from '../ui/button';
import { Alert } from '../ui/feedback';
import './parts.css';
import { Time } from './time';
import { useAdminForm } from './use-admin-form';

const MAX_NOTE = 2_000;

interface InternalNotesProps {
  notes: readonly OrderNoteDto[];
  /** @param key the idempotency key of the note */
  add: (note: { text: string }, key: string) => Promise<unknown>;
  /** The query parameter that shows what they are about: see `useLeaveGuard`. */
  parameter?: string;
}

/** What admins noted, and a form for more: no customer sees it. */
export function InternalNotes({ notes, add, parameter }: InternalNotesProps) {
  const { form, busy, refusal, props } = useAdminForm({
    leaving: 'The note is not saved.',
    parameter,
    toBody: ({ text }: { text: string }) => ({ text }),
    send: add,
    onDone: (): void => form.resetFields(),
  });
  return (
    <>
      {notes.length === 0 ? (
        <p className="muted">No notes yet. Customers never see them.</p>
      ) : (
        <ol className="internal-notes">
          {notes.map((note) => (
            <li key={note._id}>
              <p>{note.text}</p>
              <small className="muted">
                {note.author}, <Time at={note.at} />
              </small>
            </li>
          ))}
        </ol>
      )}
      <Form {...props} aria-label="Internal notes">
        <Form.Item
          name="text"
          label="New note"
          rules={[
            { required: true, whitespace: true, message: 'Enter a note.' },
            { max: MAX_NOTE, message: `Enter at most ${MAX_NOTE} characters.` },
          ]}
        >
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
        </Form.Item>
        {refusal && <Alert tone="bad">{refusal}</Alert>}
        <Button type="submit" look="secondary" small busy={busy}>
          Add the note
        </Button>
      </Form>
    </>
  );
}
