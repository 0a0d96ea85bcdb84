import { formatDayOfYear, formatTime, today } from '#domain/dates/dates';
import type { SyncState } from '#store/database/sync-state';
import * as texts from '#texts/sync/sync-status';

export interface SyncSummary {
  state: SyncState;
  /** Entries that wait to reach the server. */
  waiting: number;
  /** What the user has to settle: own entries that do not stand, and what others' later actions did. */
  attention: number;
}

interface SyncHeadline {
  /** `moving`: a sync is running now. `busy`: entries wait. `offline`: nothing waits. */
  tone: 'calm' | 'offline' | 'busy' | 'moving' | 'attention';
  text: string;
  /** A short form for phones. */
  short: string;
  /** Stands behind the short form, and stays whole where that is cut. */
  count?: string;
}

/**
 * The state of this device in one line, most urgent first. A sync that only asks for news is not shown. "Syncing" means
 * that data is still on its way.
 */
export function syncHeadline({ state, waiting, attention }: SyncSummary, now: Date): SyncHeadline {
  if (attention > 0) {
    return {
      tone: 'attention',
      text: texts.attention(attention),
      short: texts.ATTENTION_SHORT,
      count: texts.count(attention),
    };
  }
  if (state.phase === 'upgrade_required' || state.phase === 'signed_out') {
    return { tone: 'attention', text: texts.ATTENTION, short: texts.ATTENTION_SHORT };
  }
  const moving = waiting > 0 || state.backfill !== null || state.lastSyncedAt === null;
  const queue = waiting > 0 ? texts.waiting(waiting) : '';
  if (state.phase === 'syncing' && moving) {
    return { tone: 'moving', text: queue ? texts.syncing(waiting) : texts.SYNCING, short: queue || texts.SYNCING };
  }
  if (queue) return { tone: 'busy', text: queue, short: queue };
  if (state.phase === 'offline') return { tone: 'offline', text: texts.OFFLINE, short: texts.OFFLINE_SHORT };
  if (state.phase === 'waiting' || state.lastSyncedAt === null) {
    return { tone: 'calm', text: texts.SAVED, short: texts.SAVED_SHORT };
  }
  const text = texts.upToDate(syncTime(state.lastSyncedAt, now));
  return { tone: 'calm', text, short: texts.UP_TO_DATE_SHORT };
}

/** The time of day for a moment of today; otherwise also the date. */
export function syncTime(at: string, now: Date): string {
  const moment = new Date(at);
  const time = formatTime(moment);
  if (moment.toDateString() === now.toDateString()) return time;
  return texts.timeOfDay(formatDayOfYear(today(moment)), time);
}
