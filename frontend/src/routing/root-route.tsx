import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { SignOutContext, useSignOut } from '../features/session/sign-out';
import { Toasts } from '../layouts/toasts';
import { RepeatInput } from './before-hydration';
import { useFocusRestoration } from './focus-restoration';
import { useRelease } from './release';

// The same elements each time: they are not rendered again when only the router's state changes.
const page = <Outlet />;
const rest = (
  <>
    <ScrollRestoration />
    <Toasts />
    <RepeatInput />
  </>
);

/** What is around every page, whatever its layout. */
export function Root() {
  const signOut = useSignOut();
  const { state } = useNavigation();
  useFocusRestoration();
  useRelease();
  return (
    <SignOutContext value={signOut}>
      {state === 'loading' && (
        <div className="page-loading" role="progressbar" aria-label="Loading the page" />
      )}
      {page}
      {rest}
    </SignOutContext>
  );
}
