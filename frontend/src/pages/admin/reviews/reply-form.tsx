import { Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import {
  type ReadReview,
  useRemoveReplyReadMutation,
  useReplyToReviewReadMutation,
} from '../../../api/review-admin';
import { notify } from '../../../ui/notify';
import { ConfirmAction } from '../../../ui-admin/confirm-action';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { ReviewConflict, useReviewConflict } from './review-conflict';

const MAX_LENGTH = 2_000;

interface Values {
  text: string;
}

const replyOf = ({ review }: ReadReview): string => review.reply?.text ?? '';

/** The shop's one reply. What is typed is based on the reply that was shown, whatever another admin does meanwhile. */
export function ReplyForm({ read }: { read: ReadReview }) {
  const [send] = useReplyToReviewReadMutation();
  const [remove] = useRemoveReplyReadMutation();
  const { _id: id, name, reply } = read.review;
  const [base, setBase] = useState(read);
  const conflict = useReviewConflict(id);
  const state = useAdminForm({
    leaving: 'The reply is not saved.',
    parameter: 'open',
    toBody: ({ text }: Values) => ({ text, etag: base.etag }),
    send: (body) => send({ id, ...body }).unwrap(),
    onDone: (saved): void => {
      follow(saved);
      void notify('success', 'Replied Successfully');
    },
    onConflict: async ({ text }): Promise<void> => {
      state.setRefusal(await conflict.show({ reply: text }));
    },
  });
  const { form, busy, refusal, isDirty, props } = state;
  const follow = (next: ReadReview) => {
    conflict.close();
    state.setDirty(false);
    setBase(next);
    form.setFieldsValue({ text: replyOf(next) });
  };
  const [seen, setSeen] = useState(read);
  if (read !== seen) {
    setSeen(read);
    // what another admin did to the rest of the review is no change of the reply
    if (!isDirty || replyOf(read) === replyOf(base)) setBase(read);
  }
  useEffect(() => {
    if (!isDirty) form.setFieldsValue({ text: replyOf(base) });
  }, [base, isDirty, form]);

  return (
    <>
      {conflict.theirs && (
        <ReviewConflict
          before={base.review}
          theirs={conflict.theirs}
          busy={busy}
          refusal={refusal}
          onSave={(edit, etag) => {
            if (edit.reply === undefined) follow(conflict.theirs!);
            else void state.submit({ text: edit.reply, etag });
          }}
          onReload={() => follow(conflict.theirs!)}
        />
      )}
      <Form
        {...props}
        name="reply"
        aria-label="Reply"
        hidden={conflict.theirs !== undefined}
        initialValues={{ text: replyOf(read) }}
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
          <Button type="submit" small busy={busy}>
            {reply ? 'Change the reply' : 'Reply'}
          </Button>
          {reply && (
            <ConfirmAction
              label="Remove the reply"
              subject={`to the review of ${name}`}
              title="Remove the reply?"
              confirm="Remove"
              keep="Keep it"
              run={async () => follow(await remove({ id, etag: base.etag }).unwrap())}
              done="Reply Removed Successfully"
            >
              {/* also what another admin has made of it, once the removal of an older one was refused */}
              <blockquote className="moderated__text">{replyOf(base)}</blockquote>
              <p>Customers no longer see it under the review. The audit log keeps its text.</p>
            </ConfirmAction>
          )}
        </div>
      </Form>
    </>
  );
}
