/**
 * What the panel adds to the headline: why nothing is sent, when the next attempt is, and whether news arrive at once.
 */
import type { SyncState } from '#store/database/sync-state';
import * as texts from '#texts/sync/sync-panel';
import { lastingPhase, type SyncSummary } from './sync-summary.ts';

/** Whether the user has to act. This stays true during the loop's own attempts. */
export function needsUser({ lastError }: SyncState): boolean {
  return lastError === 'upgrade_required' || lastError === 'unauthorized' || lastError === 'forbidden_user';
}

/** Why nothing is sent at the moment, as a sentence; null when there is nothing to explain. */
export function syncExplanation(summary: SyncSummary): string | null {
  const { state, waiting } = summary;
  const { lastError, backfill } = state;
  const phase = lastingPhase(summary);
  if (phase === 'waiting' || reloadText(state) || needsUser(state)) return texts.FAILURES[lastError ?? 'server'];
  if (phase === 'offline') return texts.OFFLINE;
  if (phase === 'syncing') return backfill && texts.backfill(backfill.loaded, backfill.total);
  return waiting > 0 ? texts.ABOUT_TO_BE_SENT : null;
}

/** The time until the next attempt: "Next attempt in 40 s". Null when no attempt is planned because nothing failed. */
export function nextAttempt(state: SyncState, now: Date): string | null {
  const { phase, retryAt, lastError } = state;
  if (needsUser(state)) return null;
  if (phase === 'syncing' && lastError !== null) return texts.TRYING_AGAIN;
  if (retryAt === null || (phase !== 'waiting' && phase !== 'offline')) return null;
  const seconds = Math.ceil((Date.parse(retryAt) - now.getTime()) / 1000);
  if (seconds <= 0) return texts.TRYING_AGAIN;
  return seconds < 60 ? texts.nextInSeconds(seconds) : texts.nextInMinutes(Math.ceil(seconds / 60));
}

/** What the button says that loads the newest build; null when that would not help. */
export function reloadText({ lastError }: SyncState): string | null {
  if (lastError === 'upgrade_required') return texts.RELOAD_TO_UPDATE;
  return lastError === 'part_missing' ? texts.RELOAD : null;
}

/** A channel that has not noticed the lost network yet brings no hints, either. */
export function liveUpdates({ hints, lastError }: SyncState): string {
  return hints === 'joined' && lastError !== 'offline' ? texts.LIVE : texts.NOT_LIVE;
}
