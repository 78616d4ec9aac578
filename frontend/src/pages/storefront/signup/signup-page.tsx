import { AuthFrame } from '../../../features/session/auth-frame';
import { lazyForm } from '../../../ui/lazy-form';

const { Form: SignupForm, fetch: fetchForm } = lazyForm(async () => (await import('./signup-form')).default);
if (import.meta.env.SSR) await fetchForm();
export { fetchForm };

export default function SignupPage() {
  return (
    <AuthFrame title="Sign up" lead="An account is all it takes to order." otherwise="/parts">
      <SignupForm />
    </AuthFrame>
  );
}
