import type { ReactNode } from 'react';

/**
 * The document of a page that the server renders. What else is in its head and at the end of its body, the server adds as
 * text (see `entry-server.tsx`): while hydrating, React leaves elements there alone that it does not know.
 */
export function Document({ children }: { children: ReactNode }) {
  return (
    // The head script sets the theme before React is there.
    <html lang="en" data-theme="light" suppressHydrationWarning>
      <head />
      <body>
        <div id="root">{children}</div>
      </body>
    </html>
  );
}
