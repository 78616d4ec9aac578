import type { ReactNode } from 'react';
import { Forbidden } from './forbidden';
import { ErrorState } from '../../ui/feedback';
import { Spinner } from '../../ui/spinner';
import { useAdmin } from './use-session';

/** Shows its page to admins and a 403 page to everyone else. The server guards the calls by itself. */
export function RequireAdmin({ children }: { children: ReactNode }) {
  const { admin, loading, error, refetch } = useAdmin();
  if (admin) return children;
  if (loading) return <Spinner label="Checking your rights" />;
  if (error && admin === undefined) return <ErrorState error={error} retry={refetch} />;
  return <Forbidden />;
}
