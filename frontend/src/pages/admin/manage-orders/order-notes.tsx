import { Form, Input } from 'antd';
import { useAddOrderNoteMutation } from '../../../api/admin-api';
import type { OrderDetail } from '../../../api/types';
import { Time } from '../../../ui-admin/time';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';

const MAX_NOTE = 2_000;

/** Internal notes: no customer sees them. */
export function OrderNotes({ order: { _id, notes } }: { order: OrderDetail }) {
  const [add] = useAddOrderNoteMutation();
  const { form, busy, refusal, props } = useAdminForm({
    leaving: 'The note is not saved.',
    parameter: 'open',
    toBody: ({ text }: { text: string }) => ({ text }),
    send: (createOrderNoteDto, key) => add({ id: _id, createOrderNoteDto, 'Idempotency-Key': key }).unwrap(),
    onDone: (): void => form.resetFields(),
  });
  return (
    <section className="order-part">
      <h3>Internal notes</h3>
      {notes.length === 0 ? (
        <p className="muted">No notes yet. Customers never see them.</p>
      ) : (
        <ol className="order-notes">
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
    </section>
  );
}
