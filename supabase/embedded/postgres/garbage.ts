import type { Sql } from 'postgres';
import { dropSpentTokens } from '../auth/spent-tokens.ts';
import { describeError, type Log } from '../log.ts';
import type { MailOutbox } from '../mail/mail.ts';

/** Milliseconds from the start to the first run, and between runs. */
export type GarbageSchedule = { first: number; every: number };

/** It does not burden a start, and a backend that runs for an hour a day still does it. */
export const defaultGarbageSchedule: GarbageSchedule = { first: 5 * 60_000, every: 24 * 60 * 60_000 };

/** Days that a mail stays in the mail outbox: as long as an invitation is good. Every other link expires sooner. */
const MAIL_DAYS = 14;

/**
 * Runs `public.collect_garbage()` again and again. It also deletes old mails from the mail outbox, where there is one,
 * and spent refresh tokens. docs/scale.md lists what is kept for how long. Each run logs one line. A failed run is only
 * logged, because the next one does its work. Returns a function that stops the schedule.
 */
export function scheduleGarbageCollection(
  sql: Sql,
  outbox: MailOutbox | null,
  log: Log,
  { first, every }: GarbageSchedule,
): () => void {
  const run = async () => {
    try {
      const [row] = await sql<{ dropped: number }[]>`select public.collect_garbage()::int as dropped`;
      const mails = (await outbox?.dropOlderThan(MAIL_DAYS)) ?? 0;
      const tokens = await dropSpentTokens(sql);
      log('garbage.collected', { removals: row?.dropped ?? 0, mails, tokens });
    } catch (error) {
      log('garbage.failed', describeError(error));
    }
  };
  let timer = setTimeout(() => {
    timer = setInterval(() => void run(), every).unref();
    void run();
  }, first).unref();
  return () => clearInterval(timer);
}
