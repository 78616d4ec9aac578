import { useMatch } from 'react-router-dom';
import { useAdmin, useSessionState } from '../features/session/use-session';
import { PageOutlet } from './page-outlet';
import { useRelease } from './release';
import { Shell } from '../layouts/shop/shell';
import { Toasts } from '../layouts/toasts';
import { SignOutContext, useSignOut } from '../features/session/sign-out';

// The same elements each time: what a frame shows is not rendered again when the visitor turns out to be signed out.
const shell = <Shell />;
const page = <PageOutlet />;

/**
 * The shop's frame around every page, except around the workspace of admins, which brings its own. Until it is known
 * whose dashboard it is, there is none.
 */
export function Frame() {
  const inDashboard = useMatch('/dashboard/*') !== null;
  const { status } = useSessionState();
  const { admin, loading } = useAdmin({ skip: !inDashboard });
  const signOut = useSignOut();
  useRelease();
  const bare = inDashboard && (status === 'loading' || loading || admin === true);
  return (
    <SignOutContext value={signOut}>
      {bare ? page : shell}
      {/* outside of both: a toast stays while one frame replaces the other */}
      <Toasts />
    </SignOutContext>
  );
}
