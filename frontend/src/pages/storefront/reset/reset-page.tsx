import { Link } from 'react-router-dom';
import { AuthCard } from '../../../features/session/auth-frame';
import { lazyForm } from '../../../ui/lazy-form';

const { Form: ResetForm, fetch: fetchForm } = lazyForm(async () => (await import('./reset-form')).ResetForm);
export { fetchForm };

/** Who has forgotten their password is mailed a link. */
export default function ResetPage() {
  return (
    <AuthCard title="Forgot your password?" lead="We mail you a link to choose a new one.">
      <ResetForm />
      <p>
        <Link to="/login">Back to the login</Link>
      </p>
    </AuthCard>
  );
}
