import type { ReactNode } from 'react';
import { Navigate, useLocation, type Location } from 'react-router-dom';
import { useSessionState } from './use-session';
import { useHydrated } from '../../lib/use-hydrated';
import { PageTitle } from '../../ui/page-title';
import './auth-frame.css';

interface AuthFrameProps {
  title: string;
  lead: string;
  /** Where someone goes who was not sent here by a protected page. */
  otherwise: string;
  children: ReactNode;
}

/** The page requested before signing in, if any. */
function useAskedFor(): Location | undefined {
  const state = useLocation().state as { from?: Location } | null;
  return state?.from?.pathname ? state.from : undefined;
}

/** What log-in and sign-up share: it shows the form to visitors, and until it is known who it is, and sends everyone else on. */
export function AuthFrame({ title, lead, otherwise, children }: AuthFrameProps) {
  const { status } = useSessionState();
  const askedFor = useAskedFor();
  // the server knows nothing of the history
  const isHydrated = useHydrated();
  if (status === 'signed-in') return <Navigate to={askedFor ?? otherwise} replace />;
  return (
    <div className="auth wrap">
      <PageTitle title={title} description={lead} />
      <div className="auth__card">
        <div className="auth__head">
          <h1>{title}</h1>
          <p className="muted">
            {isHydrated && askedFor ? 'You need to be signed in to see that page.' : lead}
          </p>
        </div>
        {children}
      </div>
    </div>
  );
}
