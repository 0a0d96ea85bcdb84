import type { Seen } from './operations.ts';

/**
 * What somebody has seen who has this row on the screen, with nothing of their own laid over it. Where the user's own
 * edits wait, `withSeen` in `optimistic/knowledge.ts` completes it.
 */
export function seenOf(row: { id: string; version: number; accountId?: string }): Seen {
  // An account's row is numbered in its own log.
  return { accountId: row.accountId ?? row.id, number: row.version };
}
