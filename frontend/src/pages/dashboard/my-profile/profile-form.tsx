import { useUpdateUserMutation } from '../../../api/account-api';
import type { User } from '../../../api/types';
import { notify } from '../../../ui/notify';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Input, RequiredNote } from '../../../ui/field';
import { useForm } from '../../../forms/use-form';
import { nameError, phoneError, required } from '../../../forms/validation';

const fieldsOf = ({ name, phone, education, linkedIn }: User) => ({ name, phone, education, linkedIn });
type Profile = ReturnType<typeof fieldsOf>;

const errorsOf = (values: Profile) => ({
  name: nameError(values.name),
  phone: phoneError(values.phone),
  education: required(values.education, 'Education is Required'),
  linkedIn: required(values.linkedIn, 'LinkedIn is Required'),
});

/** Saves the fields that were changed: one that was never given holds up no other. */
export function ProfileForm({ user }: { user: User }) {
  const [update] = useUpdateUserMutation();
  const initial = fieldsOf(user);
  /** Of everything while nothing is changed, so that an empty form says what it wants. */
  const changed = (values: Profile): Partial<Profile> => {
    const different = Object.entries(values).filter(
      ([name, value]) => value !== initial[name as keyof Profile],
    );
    return different.length > 0 ? Object.fromEntries(different) : values;
  };
  const form = useForm({
    initial,
    draft: { name: 'profile', owner: user.email },
    check: (values) => {
      const wanted = changed(values);
      return Object.fromEntries(Object.entries(errorsOf(values)).filter(([name]) => name in wanted));
    },
    toBody: changed,
    send: (updateUserDto) => update({ email: user.email, updateUserDto }).unwrap(),
    onDone: (saved) => {
      form.reset(fieldsOf(saved));
      void notify('success', 'Profile Updated Successfully');
    },
  });

  return (
    <form
      className="dash-form"
      aria-labelledby="profile-edit"
      method="post"
      noValidate
      onSubmit={form.onSubmit}
    >
      <RequiredNote />
      <Input
        label="Email"
        type="email"
        value={user.email}
        disabled
        readOnly
        hint="You change it under Sign-in."
      />
      <Input label="Name" required autoComplete="name" maxLength={100} {...form.bind('name')} />
      <Input label="Phone" type="tel" autoComplete="tel" maxLength={30} {...form.bind('phone')} />
      <Input label="Education" maxLength={300} {...form.bind('education')} />
      <Input label="LinkedIn" maxLength={300} placeholder="linkedin.com/in/…" {...form.bind('linkedIn')} />
      {form.refusal && <Alert tone="bad">{form.refusal}</Alert>}
      <div className="dash-form__end">
        <Button type="submit" busy={form.busy}>
          Save profile
        </Button>
      </div>
    </form>
  );
}
