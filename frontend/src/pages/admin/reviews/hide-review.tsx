import { Form, Input } from 'antd';
import { useState } from 'react';
import {
  type ReadReview,
  useHideReviewReadMutation,
  useUnhideReviewReadMutation,
} from '../../../api/review-admin';
import { AdminDialog } from '../../../ui-admin/admin-dialog';
import { useAdminForm } from '../../../ui-admin/use-admin-form';
import { notify } from '../../../ui/notify';
import { ActionButton } from '../../../lists/action-button';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { ReviewConflict, useReviewConflict } from './review-conflict';

const MAX_LENGTH = 300;

interface Values {
  reason: string;
}

/** Asks why, and hides a review from everybody but admins. */
export function HideReview({ read }: { read: ReadReview }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        look="secondary"
        small
        className="btn--danger"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Hide
      </Button>
      <AdminDialog open={open} onClose={close} title="Hide this review?">
        <HideForm read={read} close={close} />
      </AdminDialog>
    </>
  );
}

function HideForm({ read, close }: { read: ReadReview; close: () => void }) {
  const [hide] = useHideReviewReadMutation();
  // as it was when the dialog opened
  const [{ review, etag }] = useState(read);
  const conflict = useReviewConflict(review._id);
  const state = useAdminForm({
    leaving: 'The review has not been hidden yet.',
    toBody: ({ reason }: Values) => ({ reason, etag }),
    send: (body) => hide({ id: review._id, ...body }).unwrap(),
    onDone: () => {
      close();
      void notify('success', 'Review Hidden Successfully');
    },
    onConflict: async ({ reason }): Promise<void> => {
      state.setRefusal(await conflict.show({ hiddenReason: reason }));
    },
  });

  return (
    <>
      {conflict.theirs && (
        <ReviewConflict
          before={review}
          theirs={conflict.theirs}
          busy={state.busy}
          refusal={state.refusal}
          onSave={({ hiddenReason }, on) => {
            if (typeof hiddenReason === 'string') void state.submit({ reason: hiddenReason, etag: on });
            else close();
          }}
          onReload={close}
        />
      )}
      <Form
        {...state.props}
        name="hide"
        aria-label="Hide"
        preserve={false}
        hidden={conflict.theirs !== undefined}
      >
        <p>Customers no longer see it. Its author is not told.</p>
        <Form.Item
          name="reason"
          label="Reason"
          extra="For other admins; customers do not see it."
          rules={[{ required: true, whitespace: true, message: 'Reason is Required' }]}
        >
          <Input maxLength={MAX_LENGTH} />
        </Form.Item>
        {state.refusal && <Alert tone="bad">{state.refusal}</Alert>}
        <div className="dialog-buttons">
          <Button look="secondary" disabled={state.busy} onClick={close}>
            Keep it
          </Button>
          <Button type="submit" busy={state.busy}>
            Hide
          </Button>
        </div>
      </Form>
    </>
  );
}

export function ShowReview({ read: { review, etag } }: { read: ReadReview }) {
  const [unhide] = useUnhideReviewReadMutation();
  return (
    <ActionButton
      label="Show again"
      subject={`the review of ${review.name}`}
      run={() => unhide({ id: review._id, etag }).unwrap()}
      done="Review Shown Successfully"
    />
  );
}
