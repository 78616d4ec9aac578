import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Spinner } from '../ui/spinner';
import { RepeatInput } from './before-hydration';
import { ErrorBoundary } from './error-boundary';

/** The page of the address, while its code loads, and when it breaks. */
export function PageOutlet() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense
        fallback={
          <div className="waiting">
            <Spinner label="Loading the page" />
          </div>
        }
      >
        <Outlet />
        {/* beside the page, so that its fields are hydrated too */}
        <RepeatInput />
      </Suspense>
    </ErrorBoundary>
  );
}
