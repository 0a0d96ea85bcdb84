import { Component, type ReactNode } from 'react';
import { CrashScreen } from './crash-screen.tsx';

/** Catches errors outside of any route, mainly a device without storage. */
export class CrashBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <CrashScreen error={this.state.error} />;
  }
}
