import { useState } from 'react';
import { useUpdateUserMutation } from '../../../api/account-api';
import type { User } from '../../../api/types';
import { notify } from '../../../ui/notify';
import { Button } from '../../../ui/button';
import { Alert } from '../../../ui/feedback';
import { Input, RequiredNote } from '../../../ui/field';
import { useForm } from '../../../forms/use-form';
import { nameError, phoneError, required } from '../../../forms/validation';

export function ProfileForm({ user }: { user: User }) {
  const [update, { isLoading }] = useUpdateUserMutation();
  const [refusal, setRefusal] = useState<string>();
  const { name, phone, education, linkedIn } = user;
  const form = useForm({
    initial: { name, phone, education, linkedIn },
    draft: { name: 'profile', owner: user.email },
    check: (values) => ({
      name: nameError(values.name),
      phone: phoneError(values.phone),
      education: required(values.education, 'Education is Required'),
      linkedIn: required(values.linkedIn, 'LinkedIn is Required'),
    }),
  });

  const send = async (values: typeof form.values) => {
    setRefusal(undefined);
    try {
      const saved = await update({ email: user.email, updateUserDto: values }).unwrap();
      form.reset({
        name: saved.name,
        phone: saved.phone,
        education: saved.education,
        linkedIn: saved.linkedIn,
      });
      void notify('success', 'Profile Updated Successfully');
    } catch (error) {
      setRefusal(form.fail(error));
    }
  };

  return (
    <form className="dash-form" noValidate onSubmit={form.onSubmit(send)}>
      <RequiredNote />
      <Input
        label="Email"
        type="email"
        value={user.email}
        disabled
        readOnly
        hint="Your sign-in; it cannot be changed here."
      />
      <Input label="Name" required autoComplete="name" maxLength={100} {...form.bind('name')} />
      <Input label="Phone" required type="tel" autoComplete="tel" maxLength={30} {...form.bind('phone')} />
      <Input label="Education" required maxLength={300} {...form.bind('education')} />
      <Input
        label="LinkedIn"
        required
        maxLength={300}
        placeholder="linkedin.com/in/…"
        {...form.bind('linkedIn')}
      />
      {refusal && <Alert tone="bad">{refusal}</Alert>}
      <div className="dash-form__end">
        <Button type="submit" busy={isLoading}>
          Save profile
        </Button>
      </div>
    </form>
  );
}
