import { useEffect, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { SessionContext } from './features/session/use-session';
import type { AppState } from './make-app';
import { ShopOrigin } from './ui/page-title';

/**
 * The document of a page that the server renders. What else is in its head and at the end of its body, the server adds as
 * text (see `entry.server.tsx`): while hydrating, React leaves elements there alone that it does not know.
 *
 * @param origin the shop's public origin, '' where none is configured; the browser finds it in the document
 */
export function Document({ origin, children }: { origin: string; children: ReactNode }) {
  return (
    // The head script sets the theme before React is there.
    <html lang="en" data-theme="light" data-origin={origin} suppressHydrationWarning>
      <head />
      <body>
        <div id="root">
          <ShopOrigin value={origin}>{children}</ShopOrigin>
        </div>
      </body>
    </html>
  );
}

/** The store and the session. The session starts after the first render: it reads the browser's storage. */
export function Providers({ store, session, serverState, children }: AppState & { children: ReactNode }) {
  useEffect(() => void session.start(), [session]);
  return (
    <Provider store={store} serverState={serverState}>
      <SessionContext value={session}>{children}</SessionContext>
    </Provider>
  );
}
