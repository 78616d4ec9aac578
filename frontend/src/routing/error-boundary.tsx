import { Component, type ReactNode } from 'react';
import { forgetFailures } from '../lib/retry-lazy';
import { ErrorState } from '../ui/feedback';

interface Props {
  /** When this changes, the boundary lets go of its error: another page, another chance. */
  resetKey: string;
  children: ReactNode;
}

interface State {
  error?: unknown;
  at: string;
  /** Whether the page has been tried again already. */
  wasRetried?: true;
}

const BROKEN = {
  status: 0,
  title: 'This page broke',
  detail: 'Part of the page could not be shown. Check your connection and try again.',
  errors: {},
};

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { at: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? BROKEN };
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.resetKey === state.at ? null : { at: props.resetKey };
  }

  override componentDidCatch(): void {
    forgetFailures();
  }

  /** The page alone is mounted again, which fetches its code again; if that does not help, everything is. */
  private readonly retry = (): void => {
    if (this.state.wasRetried) location.reload();
    else this.setState({ error: undefined, wasRetried: true });
  };

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <div className="wrap">
        <ErrorState error={BROKEN} title={BROKEN.title} retry={this.retry} />
      </div>
    );
  }
}
