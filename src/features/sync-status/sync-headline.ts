import { formatDayOfYear, formatTime, today } from '#domain/dates/dates';
import * as texts from '#texts/sync/sync-status';
import { isMoving, lastingPhase, type SyncSummary } from './sync-summary.ts';

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
export function syncHeadline(summary: SyncSummary, now: Date): SyncHeadline {
  const { state, waiting, attention } = summary;
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
  const queue = waiting > 0 ? texts.waiting(waiting) : '';
  if (state.phase === 'syncing' && isMoving(summary)) {
    return { tone: 'moving', text: queue ? texts.syncing(waiting) : texts.SYNCING, short: queue || texts.SYNCING };
  }
  if (queue) return { tone: 'busy', text: queue, short: queue };
  const phase = lastingPhase(summary);
  if (phase === 'offline') return { tone: 'offline', text: texts.OFFLINE, short: texts.OFFLINE_SHORT };
  if (phase === 'waiting' || state.lastSyncedAt === null) {
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
