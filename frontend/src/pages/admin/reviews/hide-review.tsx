import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { asApiError } from '../../../api/problem';
import {
  type ReadReview,
  useHideReviewReadMutation,
  useUnhideReviewReadMutation,
} from '../../../api/review-admin';
import { notify } from '../../../ui/notify';
import { ActionButton } from '../../../lists/action-button';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';

const MAX_LENGTH = 300;

interface Values {
  reason: string;
}

/** Asks why, and hides a review from everybody but admins. */
export function HideReview({ read: { review, etag } }: { read: ReadReview }) {
  const [form] = Form.useForm<Values>();
  const [hide, { isLoading }] = useHideReviewReadMutation();
  const [open, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const save = async ({ reason }: Values) => {
    setRefusal(undefined);
    try {
      await hide({ id: review._id, etag, reason }).unwrap();
      setOpen(false);
      void notify('success', 'Review Hidden Successfully');
    } catch (error) {
      const { errors, detail } = asApiError(error);
      if (errors.reason) form.setFields([{ name: 'reason', errors: [errors.reason] }]);
      else setRefusal(detail);
    }
  };

  return (
    <>
      <Button
        look="secondary"
        small
        className="btn--danger"
        aria-haspopup="dialog"
        onClick={() => {
          setRefusal(undefined);
          setOpen(true);
        }}
      >
        Hide
      </Button>
      <Modal
        open={open}
        onCancel={() => setOpen(false)}
        title="Hide this review?"
        destroyOnHidden
        width={460}
        footer={
          <div className="dialog-buttons">
            <Button look="secondary" onClick={() => setOpen(false)}>
              Keep it
            </Button>
            <Button busy={isLoading} onClick={form.submit}>
              Hide
            </Button>
          </div>
        }
      >
        <Form<Values>
          form={form}
          name="hide"
          layout="vertical"
          preserve={false}
          onFinish={(values) => void save(values)}
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
          {refusal && <Alert tone="bad">{refusal}</Alert>}
        </Form>
      </Modal>
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
