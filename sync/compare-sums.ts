/**
 * Whether this device has what the server has: counts and sums of each scope, compared when the device has nothing better to do,
 * believes to have everything and has nothing to send (S32).
 */
import { budgetOfScope } from '#domain/scopes';
import type { Database, ScopeCursor } from '#store/database';
import { countSums } from '#store/ledger';
import { openEntries } from '#store/outbox';
import { noteRepair } from '#store/recount';
import type { Moment } from './environment.ts';
import type { Remote } from './remote.ts';
import type { Sums } from './sums.ts';

/** No scope was ever given under this grant, so the server answers it with everything. */
const NO_GRANT = 'to be fetched anew';

/**
 * `differs`: the next pull fetches the scopes anew that do, and they are noted. `busy`: something waits, and nothing was compared.
 * Throws RemoteFailure.
 */
export async function compareSums(
  db: Database,
  remote: Pick<Remote, 'sums'>,
  now: () => Moment,
): Promise<'same' | 'differs' | 'busy'> {
  if ((await openEntries(db)).length > 0) return 'busy';
  const sums = await remote.sums();
  return db.transaction('rw', db.tables, async () => {
    // Meanwhile something was entered: another time.
    if ((await openEntries(db)).length > 0) return 'busy';
    const wrong: ScopeCursor[] = [];
    for (const cursor of await db.cursors.toArray()) {
      const theirs = sums[cursor.scope];
      if (!theirs || cursor.before !== null || cursor.version !== theirs.head) continue;
      if (!isEqual(theirs, await sumsOf(db, cursor))) wrong.push(cursor);
    }
    await db.cursors.bulkPut(wrong.map((cursor) => ({ ...cursor, grantId: NO_GRANT })));
    for (const { scope } of wrong) await noteRepair(db, scope, new Date(now()));
    return wrong.length > 0 ? 'differs' : 'same';
  });
}

async function sumsOf(db: Database, { scope, accountId, version }: ScopeCursor): Promise<Sums[string]> {
  const { count, income, expense } = await countSums(db, scope);
  const counts = await Promise.all(
    [db.categories, db.budgets, db.memberships].map((table) => table.where({ accountId }).count()),
  );
  return {
    head: version,
    transactions: count,
    income,
    expenses: expense,
    others: budgetOfScope(scope) === null ? counts.reduce((sum, one) => sum + one, 0) : null,
  };
}

function isEqual(theirs: Sums[string], ours: Sums[string]): boolean {
  return (
    theirs.transactions === ours.transactions &&
    theirs.income === ours.income &&
    theirs.expenses === ours.expenses &&
    theirs.others === ours.others
  );
}
