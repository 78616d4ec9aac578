import type { ReactNode } from 'react';
import { asApiError } from '../api/problem';
import { Button } from './button';

export type Tone = 'ok' | 'warn' | 'bad' | 'info';

export function Tag({ tone, plain, children }: { tone?: Tone; plain?: boolean; children: ReactNode }) {
  return <span className={`tag ${tone ? `tag--${tone}` : ''} ${plain ? 'tag--plain' : ''}`}>{children}</span>;
}

/** A message in place. Errors interrupt a screen reader, the rest wait their turn. */
export function Alert({ tone = 'info', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div className={`alert alert--${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

interface StateProps {
  title: string;
  /** `h1` where the state is all there is on the page. */
  as?: 'p' | 'h1';
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, as: Title = 'p', children, action }: StateProps) {
  return (
    <div className="state" role="status">
      <Title className="state__title">{title}</Title>
      {children && <p className="muted">{children}</p>}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  error: unknown;
  title?: string;
  retry?: () => unknown;
}

/** A load that failed, what the server said about it, and a way to try again. */
export function ErrorState({ error, title = 'This could not be loaded', retry }: ErrorStateProps) {
  const { detail, requestId } = asApiError(error);
  return (
    <div className="state" role="alert">
      <p className="state__title">{title}</p>
      <p className="muted">{detail}</p>
      {requestId && <p className="muted">Reference: {requestId}</p>}
      {retry && (
        <Button look="secondary" onClick={() => void retry()}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** What is shown stays, although it could not be read again. */
export function Outdated({ error, retry }: { error: unknown; retry: () => unknown }) {
  return (
    <Alert tone="bad">
      <p>This may be out of date: {asApiError(error).detail}</p>
      <Button look="secondary" small onClick={() => void retry()}>
        Try again
      </Button>
    </Alert>
  );
}
