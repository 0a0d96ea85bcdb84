/** What the panel adds to the headline: why nothing moves, when it is tried again, and whether news come at once. */
import type { SyncState } from '#store/sync-state';
import * as texts from '#texts/sync-panel';
import type { SyncSummary } from './sync-headline.ts';

/** Whether the user has to do something. That stays so while it is tried again, which the loop does by itself, too. */
export function needsUser({ lastError }: SyncState): boolean {
  return lastError === 'upgrade_required' || lastError === 'unauthorized' || lastError === 'forbidden_user';
}

/** Why nothing moves at the moment, as a sentence; null when there is nothing to say. */
export function syncExplanation({ state, waiting }: SyncSummary): string | null {
  const { phase, lastError, backfill } = state;
  if (phase === 'waiting' || needsUser(state)) return texts.FAILURES[lastError ?? 'server'];
  if (phase === 'offline') return texts.OFFLINE;
  if (phase === 'syncing') return backfill && texts.backfill(backfill.loaded, backfill.total);
  return waiting > 0 ? texts.ABOUT_TO_BE_SENT : null;
}

/** How long until it is tried again: "Next attempt in 40 s"; null when no attempt is planned for want of a failure. */
export function nextAttempt(state: SyncState, now: Date): string | null {
  const { phase, retryAt } = state;
  if (needsUser(state) || retryAt === null || (phase !== 'waiting' && phase !== 'offline')) return null;
  const seconds = Math.ceil((Date.parse(retryAt) - now.getTime()) / 1000);
  if (seconds <= 0) return texts.TRYING_AGAIN;
  return seconds < 60 ? texts.nextInSeconds(seconds) : texts.nextInMinutes(Math.ceil(seconds / 60));
}

/** A channel that has not noticed yet that the network is gone carries no hints either. */
export function liveUpdates({ hints, lastError }: SyncState): string {
  return hints === 'joined' && lastError !== 'offline' ? texts.LIVE : texts.NOT_LIVE;
}
