import SyncPanel from './sync-panel.tsx';
import { useSyncSummary } from './use-sync-summary.ts';

/** The panel of the signed-in user. */
export function Panel() {
  const summary = useSyncSummary();
  return summary ? <SyncPanel summary={summary} /> : null;
}
