import type { TransactionRow } from '#domain/rows';
import type { Actor } from '#store/commands/commit/commit';
import { setStatus } from '#store/commands/transactions/status-set';
import type { Database } from '#store/database/database';
import * as failures from '#texts/failures';
import { orToast } from '../../session/toasts/command-toast.ts';

const FAILURE = { title: failures.TRANSACTION_UPDATE, description: failures.NOT_TICKED };

/** Clears an open row, and opens a cleared one. */
export async function toggleCleared(db: Database, actor: Actor, row: TransactionRow): Promise<void> {
  const status = row.status === 'cleared' ? 'open' : 'cleared';
  await orToast(FAILURE, () => setStatus(db, actor, { rows: [row], status }));
}
