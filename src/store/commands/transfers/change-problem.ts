import { refuseForm } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import { canChange } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import type { Actor } from '../commit/commit.ts';

/** Refuses when the user may not change one of the rows. */
export async function changeProblem(db: Database, { userId }: Actor, rows: readonly TransactionRow[]) {
  for (const row of rows) {
    if (!canChange(await readAccess(db, userId, row), row, userId)) return refuseForm('forbidden');
  }
  return null;
}
