import { type ReactNode, use } from 'react';

/** Suspends until what its children need is loaded. */
export function WhenLoaded({ loading, children }: { loading: Promise<unknown>; children: ReactNode }) {
  use(loading);
  return children;
}
