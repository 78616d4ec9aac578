import { Form, Input } from 'antd';
import { useState } from 'react';
import { newIdempotencyKey, useAddOrderNoteMutation } from '../../../api/account-api';
import { asApiError } from '../../../api/problem';
import type { OrderDetail } from '../../../api/types';
import { dateTime } from '../../../lib/date-time';
import { Button } from '../../../ui/button';

const MAX_NOTE = 2_000;

/** Internal notes: no customer sees them. */
export function OrderNotes({ order: { _id, notes } }: { order: OrderDetail }) {
  const [form] = Form.useForm<{ text: string }>();
  const [add, { isLoading }] = useAddOrderNoteMutation();
  // the same note sent again after a lost response is one note
  const [key, setKey] = useState(newIdempotencyKey);
  const submit = async ({ text }: { text: string }) => {
    try {
      await add({ id: _id, 'Idempotency-Key': key, createOrderNoteDto: { text } }).unwrap();
      form.resetFields();
    } catch (error) {
      const { errors, detail } = asApiError(error);
      form.setFields([{ name: 'text', errors: [errors['text'] ?? detail] }]);
    }
  };
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
                {note.author}, <time dateTime={note.at}>{dateTime(note.at)}</time>
              </small>
            </li>
          ))}
        </ol>
      )}
      <Form
        form={form}
        layout="vertical"
        onFinish={(values) => void submit(values)}
        onValuesChange={() => setKey(newIdempotencyKey())}
      >
        <Form.Item
          name="text"
          label="New note"
          rules={[
            { required: true, whitespace: true, message: 'A note' },
            { max: MAX_NOTE, message: `At most ${MAX_NOTE} characters` },
          ]}
        >
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
        </Form.Item>
        <Button type="submit" look="secondary" small busy={isLoading}>
          Add the note
        </Button>
      </Form>
    </section>
  );
}
