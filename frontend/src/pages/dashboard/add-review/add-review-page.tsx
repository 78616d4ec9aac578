import { useState } from 'react';
import { useCreateReviewMutation } from '../../../api/account-api';
import { useIdempotencyKey } from '../../../forms/idempotency';
import { notify } from '../../../ui/notify';
import { useDisplayName } from '../../../features/session/use-display-name';
import { useSessionState } from '../../../features/session/use-session';
import { PageHead } from '../../../ui-admin/page-head';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { RequiredNote, Textarea } from '../../../ui/field';
import { useForm } from '../../../forms/use-form';
import { required } from '../../../forms/validation';
import { StarsField } from './stars-field';

const LONGEST = 2000;

export default function AddReviewPage() {
  const [create, { isLoading }] = useCreateReviewMutation();
  const name = useDisplayName();
  const { user } = useSessionState();
  const [refusal, setRefusal] = useState<string>();
  const key = useIdempotencyKey();
  const form = useForm({
    initial: { ratings: '', comments: '' },
    draft: user && { name: 'review', owner: user.email },
    check: ({ ratings, comments }) => ({
      ratings: required(ratings, 'Rating is Required'),
      comments: required(comments, 'Comments are Required'),
    }),
  });

  const send = async ({ ratings, comments }: { ratings: string; comments: string }) => {
    setRefusal(undefined);
    const review = { ratings: Number(ratings), comments: comments.trim() };
    try {
      await create({ createReviewDto: review, 'Idempotency-Key': key.for(review) }).unwrap();
      key.complete();
      form.reset();
      void notify('success', 'Review Added Successfully');
    } catch (error) {
      key.complete(error);
      setRefusal(form.fail(error));
    }
  };

  return (
    <>
      <PageHead title="Add A Review">
        Your review appears on the reviews page with your name{name && `, ${name},`} and your photo.
      </PageHead>
      <form className="dash-form dash-form--panel" noValidate onSubmit={form.onSubmit(send)}>
        <RequiredNote />
        <StarsField label="Rating" {...form.bind('ratings')} />
        <Textarea
          label="Comments"
          required
          rows={6}
          maxLength={LONGEST}
          hint={`${form.values.comments.length} of ${LONGEST} characters`}
          {...form.bind('comments')}
        />
        {refusal && <Alert tone="bad">{refusal}</Alert>}
        <div className="dash-form__end">
          <Button type="submit" busy={isLoading}>
            Add Review
          </Button>
        </div>
      </form>
    </>
  );
}
