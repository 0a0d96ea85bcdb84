/**
 * Compares counts and sums of each scope with the server's (S32). An idle device does it when it seems to have
 * everything and has nothing to send.
 */

import { budgetOfScope } from '#domain/ids/scopes';
import { type SumLine, summarize } from '#domain/money/totals';
import type { Database } from '#store/database/database';
import type { ScopeCursor } from '#store/database/records';
import { readUnreadable } from '#store/database/unreadable';
import { storedLines } from '#store/ledger/ledger';
import { noteRepair } from '#store/ledger/recount';
import { hasOpenEntries } from '#store/outbox/outbox';
import type { Moment } from './environment.ts';
import { fetchAnew } from './fetch-anew.ts';
import type { Remote } from './remote.ts';
import type { Sums } from './sums.ts';

/**
 * Returns `differs` when a scope differs: it is noted, and the next pull fetches it anew. Returns `busy` when an entry
 * is open; then nothing was compared. Throws RemoteFailure.
 */
export async function compareSums(
  db: Database,
  remote: Pick<Remote, 'sums'>,
  now: () => Moment,
): Promise<'same' | 'differs' | 'busy'> {
  if (await hasOpenEntries(db)) return 'busy';
  const sums = await remote.sums();
  return db.transaction('rw', db.tables, async () => {
    // The user has entered something meanwhile.
    if (await hasOpenEntries(db)) return 'busy';
    const wrong: ScopeCursor[] = [];
    // Rows that cannot be read are missing in our sums. Fetching them anew would bring them no nearer (S61c).
    const unread = new Set((await readUnreadable(db)).rows.map(({ scope }) => scope));
    for (const cursor of await db.cursors.toArray()) {
      const theirs = sums[cursor.scope];
      if (!theirs || unread.has(cursor.scope) || cursor.before !== null || cursor.version !== theirs.head) continue;
      if (!isEqual(theirs, await sumsOf(db, cursor))) wrong.push(cursor);
    }
    await fetchAnew(
      db,
      wrong.map(({ scope }) => scope),
    );
    for (const { scope } of wrong) await noteRepair(db, scope, new Date(now()));
    return wrong.length > 0 ? 'differs' : 'same';
  });
}

async function sumsOf(db: Database, { scope, accountId, version }: ScopeCursor): Promise<Sums[string]> {
  const lines = await storedLines(db, scope);
  const { count } = summarize(lines);
  const counts = await Promise.all(
    [db.categories, db.budgets, db.memberships].map((table) => table.where({ accountId }).count()),
  );
  return {
    head: version,
    transactions: count,
    ...byType(lines),
    regular: byType(lines.filter(({ nature }) => nature === 'regular')),
    refunds: byType(lines.filter(({ refund }) => refund)),
    others: budgetOfScope(scope) === null ? counts.reduce((sum, one) => sum + one, 0) : null,
  };
}

/** Sums by type alone: the server does not say on which side a category is. */
function byType(lines: readonly SumLine[]): Sums[string]['regular'] {
  const sumOf = (wanted: SumLine['type']) =>
    lines.reduce((sum, { type, cents }) => (type === wanted ? sum + cents : sum), 0);
  return { income: sumOf('income'), expenses: sumOf('expense') };
}

function isEqual(theirs: Sums[string], ours: Sums[string]): boolean {
  return (
    theirs.transactions === ours.transactions &&
    theirs.income === ours.income &&
    theirs.expenses === ours.expenses &&
    theirs.regular.income === ours.regular.income &&
    theirs.regular.expenses === ours.regular.expenses &&
    (theirs.refunds?.income ?? ours.refunds?.income) === ours.refunds?.income &&
    (theirs.refunds?.expenses ?? ours.refunds?.expenses) === ours.refunds?.expenses &&
    theirs.others === ours.others
  );
}
