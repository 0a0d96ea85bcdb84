/**
 * Which open entries and rows a pull response concerns. Only these are rolled back and replayed: while an import waits,
 * each response would else write all its rows twice.
 */
import type { Database } from '#store/database/database';
import type { RowKey } from '#store/database/records';
import { seqsOnMany, seqsOnSmallRows } from '#store/optimistic/entries-on-rows';
import type { Affected } from '#store/optimistic/rebase';
import { decidedSeqs } from '#store/outbox/outbox';
import { isReachedIn } from './reached.ts';
import type { PullResponse } from './read-answer.ts';
import type { Asked } from './requests.ts';

/** `all` where the response brings or takes away whole months. The server was not restored. */
export async function affectedBy(db: Database, asked: Asked, response: PullResponse): Promise<Affected | 'all'> {
  const { scopes } = response;
  const bringsMonths = scopes.some((one) => one.reset || asked.cursors.get(one.scope)?.before !== null);
  if (bringsMonths || asked.cursors.size > scopes.length) return 'all';
  const rows = scopes.flatMap(({ transactions, removals }): RowKey[] => [
    ...transactions.map(({ id }): RowKey => ['transactions', id]),
    ...removals.flatMap(({ kind, id }): RowKey[] => (kind === 'transaction' ? [['transactions', id]] : [])),
  ]);
  const [decided, small] = await Promise.all([
    decidedSeqs(db, (versions) => mayBeReached(versions, response)),
    // Small rows are few, and what an entry does to one may depend on others.
    seqsOnSmallRows(db),
  ]);
  return { rows, seqs: [...new Set([...decided, ...small])], find: seqsOnMany };
}

/** Whether an entry of a batch with these versions may be reached. Each of its entries has some of them. */
function mayBeReached(versions: Readonly<Record<string, number>>, response: PullResponse): boolean {
  const all = Object.entries(versions);
  return all.length === 0 || all.some(([accountId, version]) => isReachedIn(response, accountId, version) !== false);
}
