import { Form, Input } from 'antd';
import { useState } from 'react';
import { asApiError } from '../../../api/problem';
import {
  type ReadReview,
  useRemoveReplyReadMutation,
  useReplyToReviewReadMutation,
} from '../../../api/review-admin';
import { notify } from '../../../ui/notify';
import { ConfirmAction } from '../../../ui-admin/confirm-action';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';

const MAX_LENGTH = 2_000;

interface Values {
  text: string;
}

/** The shop's one reply. What was typed stays when it is refused, also because somebody else has changed the review. */
export function ReplyForm({ read: { review, etag } }: { read: ReadReview }) {
  const [form] = Form.useForm<Values>();
  const [send, { isLoading }] = useReplyToReviewReadMutation();
  const [remove] = useRemoveReplyReadMutation();
  const [refusal, setRefusal] = useState<string>();
  const { _id: id, name, reply } = review;

  const save = async ({ text }: Values) => {
    setRefusal(undefined);
    try {
      const saved = await send({ id, etag, text }).unwrap();
      form.setFieldsValue({ text: saved.review.reply?.text ?? '' });
      void notify('success', 'Replied Successfully');
    } catch (error) {
      const { errors, detail } = asApiError(error);
      if (errors.text) form.setFields([{ name: 'text', errors: [errors.text] }]);
      else setRefusal(detail);
    }
  };

  return (
    <Form<Values>
      form={form}
      name="reply"
      layout="vertical"
      initialValues={{ text: reply?.text ?? '' }}
      onFinish={(values) => void save(values)}
    >
      <Form.Item
        name="text"
        label="Reply of the shop"
        extra="Everybody sees it under the review."
        rules={[{ required: true, whitespace: true, message: 'Reply is Required' }]}
      >
        <Input.TextArea rows={4} maxLength={MAX_LENGTH} />
      </Form.Item>
      {refusal && <Alert tone="bad">{refusal}</Alert>}
      <div className="cell-row">
        <Button type="submit" small busy={isLoading}>
          {reply ? 'Change the reply' : 'Reply'}
        </Button>
        {reply && (
          <ConfirmAction
            label="Remove the reply"
            subject={`to the review of ${name}`}
            title="Remove the reply?"
            confirm="Remove"
            keep="Keep it"
            run={async () => {
              await remove({ id, etag }).unwrap();
              form.setFieldsValue({ text: '' });
            }}
            done="Reply Removed Successfully"
          >
            <p>Customers no longer see it under the review. The audit log keeps its text.</p>
          </ConfirmAction>
        )}
      </div>
    </Form>
  );
}
