/** What a pull response means for entries of the outbox. Nothing here reads the database. */
import type { OutboxEntry } from '#store/database/records';
import type { RolledBack } from '#store/optimistic/rebase';
import { isAddition } from '#store/outbox/batch-members';
import type { PullResponse } from './read-answer.ts';
import type { Asked } from './requests.ts';

/** Whether the server was restored from a backup since the last pull (S18). */
export function isRestored(asked: Asked, response: PullResponse): boolean {
  return asked.epoch !== null && asked.epoch !== response.epoch;
}

/** Scopes that the response names and that stay as they are (S61e). */
export function leftOut({ unread }: PullResponse): string[] {
  return unread?.scopes ?? [];
}

/**
 * Tells for an entry whether a later response brings one of its transactions (S16c), or of those that it renames
 * (S48c). A truncated response ends at a version. A row that was changed since has a higher one and is not in it,
 * although the entry's own version was lower. Entries of a batch have the version of its last, so rows that they add
 * may have come before. `seen`: the rows as the user saw them until now.
 */
export function rowsToCome({ scopes }: PullResponse, seen: RolledBack['seen']): (entry: OutboxEntry) => boolean {
  // While months are missing, each response brings all changes of the months that are here.
  const truncated = scopes.filter(({ more, cursor }) => more && cursor.before === null);
  if (truncated.length === 0) return () => false;
  const named = new Set(scopes.flatMap(({ transactions }) => transactions.map(({ id }) => id)));
  // An addition leaves a row alone that stands, so it shows nothing where the server's row is. One that it has made has
  // no version.
  const isServers = (id: string) => (seen.get(`transactions ${id}`)?.row.version ?? 0) > 0;
  return (entry) => {
    const { rows, renamesIn = [] } = entry;
    const onlyAdds = isAddition(entry);
    return (
      truncated.some(({ accountId }) => renamesIn.includes(accountId)) ||
      rows.some(([table, id]) => table === 'transactions' && !named.has(id) && !(onlyAdds && isServers(id)))
    );
  };
}

/** Whether the cursors have reached the verdict on the entry (S16a). */
export function isReached({ seq, verdict }: OutboxEntry, asked: Asked, response: PullResponse): boolean {
  if (!verdict || verdict.status === 'rejected') return false;
  const late = asked.decided.has(seq);
  const touched = Object.entries(verdict.versions);
  const stuck = leftOut(response).map((scope) => asked.cursors.get(scope)?.accountId);
  if (touched.some(([accountId]) => stuck.includes(accountId))) return false;
  if (touched.length === 0) return late;
  // An account without a scope was lost or deleted, unless the response is older than the verdict (S16b).
  return touched.every(([accountId, version]) => isReachedIn(response, accountId, version) ?? late);
}

/** Whether the cursors have reached this version of the account's log. Null for an account without a scope. */
export function isReachedIn({ scopes }: PullResponse, accountId: string, version: number): boolean | null {
  const ofAccount = scopes.filter((scope) => scope.accountId === accountId);
  return ofAccount.length > 0 ? ofAccount.every(({ cursor }) => cursor.version >= version) : null;
}
