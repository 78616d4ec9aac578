import { useCreateReviewMutation } from '../../../api/account-api';
import { notify } from '../../../ui/notify';
import { useDisplayName } from '../../../features/session/use-display-name';
import { useSessionState } from '../../../features/session/use-session';
import { PageHead } from '../../../ui/page-head';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { RequiredNote, Textarea } from '../../../ui/field';
import { useForm } from '../../../forms/use-form';
import { required } from '../../../forms/validation';
import { StarsField } from './stars-field';

const LONGEST = 2000;

export default function AddReviewPage() {
  const [create] = useCreateReviewMutation();
  const name = useDisplayName();
  const { user } = useSessionState();
  const form = useForm({
    initial: { ratings: '', comments: '' },
    draft: user && { name: 'review', owner: user.email },
    check: ({ ratings, comments }) => ({
      ratings: required(ratings, 'Rating is Required'),
      comments: required(comments, 'Comments are Required'),
    }),
    toBody: ({ ratings, comments }) => ({ ratings: Number(ratings), comments: comments.trim() }),
    send: (review, key) => create({ createReviewDto: review, 'Idempotency-Key': key }).unwrap(),
    onDone: () => {
      form.reset();
      void notify('success', 'Review Added Successfully');
    },
  });

  return (
    <>
      <PageHead
        title="Add A Review"
        lead={
          <>Your review appears on the reviews page with your name{name && `, ${name},`} and your photo.</>
        }
      />
      <form
        className="dash-form dash-form--panel"
        aria-label="Your review"
        method="post"
        noValidate
        onSubmit={form.onSubmit}
      >
        <RequiredNote />
        <StarsField label="Rating" chosen={form.values.ratings} {...form.bind('ratings')} />
        <Textarea
          label="Comments"
          required
          rows={6}
          maxLength={LONGEST}
          hint={`${form.values.comments.length} of ${LONGEST} characters`}
          {...form.bind('comments')}
        />
        {form.refusal && <Alert tone="bad">{form.refusal}</Alert>}
        <div className="dash-form__end">
          <Button type="submit" busy={form.busy}>
            Add Review
          </Button>
        </div>
      </form>
    </>
  );
}
