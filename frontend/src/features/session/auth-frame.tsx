import type { ReactNode } from 'react';
import { Navigate, useLocation, type Location } from 'react-router-dom';
import { useSessionState } from './use-session';
import { useHydrated } from '../../lib/use-hydrated';
import { PageTitle } from '../../ui/page-title';
import './auth-frame.css';

interface AuthCardProps {
  title: string;
  lead?: string;
  /** For search engines, where it is another text than the lead. */
  description?: string;
  children: ReactNode;
}

/** The frame of a form about a sign-in. */
export const AuthCard = ({ title, lead, description = lead, children }: AuthCardProps) => (
  <div className="auth wrap">
    <PageTitle title={title} description={description} />
    <div className="auth__card">
      <div className="auth__head">
        <h1>{title}</h1>
        {lead && <p className="muted">{lead}</p>}
      </div>
      {children}
    </div>
  </div>
);

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
    <AuthCard
      title={title}
      description={lead}
      lead={isHydrated && askedFor ? 'You need to be signed in to see that page.' : lead}
    >
      {children}
    </AuthCard>
  );
}
