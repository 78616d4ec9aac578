import { Outlet } from 'react-router-dom';
import { Forbidden } from '../features/session/forbidden';
import { useAdmin } from '../features/session/use-session';
import { ErrorState } from '../ui/feedback';
import { Spinner } from '../ui/spinner';

/** Shows its pages to admins and a 403 page to everyone else. The server guards the calls by itself. */
export default function RequireAdmin() {
  const { admin, loading, error, refetch } = useAdmin();
  if (admin) return <Outlet />;
  if (loading) return <Spinner label="Checking your rights" />;
  if (error && admin === undefined) return <ErrorState error={error} retry={refetch} />;
  return <Forbidden />;
}
