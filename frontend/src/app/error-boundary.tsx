import { Component, type ReactNode } from 'react';
import { ErrorState } from '../shared/ui/feedback';

interface Props {
  /** When this changes, the boundary lets go of its error: another page, another chance. */
  resetKey: string;
  children: ReactNode;
}

interface State {
  error?: unknown;
  at: string;
}

const BROKEN = {
  status: 0,
  title: 'This page broke',
  detail: 'Part of the page could not be shown. Reloading usually helps.',
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

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    // Reloading also fetches page code that a new release has replaced.
    return (
      <div className="wrap">
        <ErrorState error={BROKEN} title={BROKEN.title} retry={() => location.reload()} />
      </div>
    );
  }
}
