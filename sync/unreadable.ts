/** Remembers what could not be read or applied, and fetches it again when it can be read (S61). */
import * as v from 'valibot';
import { AccountRow, BudgetRow, CategoryRow, ImportRow, MembershipRow, TransactionRow } from '#domain/rows';
import type { Database } from '#store/database/database';
import { readUnreadable, type UnreadableRow, writeUnreadable } from '#store/database/unreadable';
import { fetchAnew } from './fetch-anew.ts';
import { Removal } from './protocol.ts';
import type { PullResponse } from './read-answer.ts';

const SCHEMAS: Record<string, v.GenericSchema> = {
  accounts: AccountRow,
  categories: CategoryRow,
  budgets: BudgetRow,
  memberships: MembershipRow,
  imports: ImportRow,
  transactions: TransactionRow,
  removals: Removal,
};

/**
 * Notes what this response has that cannot be read. Returns the ids of all rows that cannot be read by now. Runs in the
 * transaction that applies the response, so that rows and record agree.
 */
export async function noteUnread(db: Database, response: PullResponse): Promise<Set<string | null>> {
  const before = await readUnreadable(db);
  const { rows, scopes } = response.unread ?? { rows: [], scopes: [] };
  if (before.rows.length + before.scopes.length + rows.length + scopes.length === 0) return new Set();
  const known = new Map<string, UnreadableRow>();
  for (const row of [...before.rows.filter((one) => stays(one, response)), ...rows]) known.set(keyOf(row), row);
  await writeUnreadable(db, { rows: [...known.values()], scopes });
  return new Set([...known.values()].map(({ id }) => id));
}

/**
 * Makes the next pull fetch the scopes anew that hold rows which this version can read, though the one before could
 * not.
 */
export async function fetchReadableAgain(db: Database): Promise<void> {
  await db.transaction('rw', db.cursors, db.meta, async () => {
    const readable = await readableScopes(db);
    if (readable.length === 0) return;
    await fetchAnew(db, readable);
    const { rows, scopes } = await readUnreadable(db);
    await writeUnreadable(db, {
      rows: rows.filter(({ scope }) => scope === null || !readable.includes(scope)),
      scopes,
    });
  });
}

/** The scopes that hold such rows. */
export async function readableScopes(db: Database): Promise<string[]> {
  const { rows } = await readUnreadable(db);
  return rows.flatMap((row) => (row.scope !== null && isReadable(row) ? row.scope : []));
}

/** Whether the row still cannot be read after this response. */
function stays({ scope, id }: UnreadableRow, { scopes, unread }: PullResponse): boolean {
  // Lists without a scope came whole with this response.
  if (scope === null) return false;
  const answer = scopes.find((one) => one.scope === scope);
  if (!answer) return unread?.scopes.includes(scope) ?? false;
  if (answer.reset) return false;
  const { accounts, categories, budgets, memberships, imports, transactions, removals } = answer;
  return ![accounts, categories, budgets, memberships, imports, transactions, removals].some((list) =>
    list.some((row) => row.id === id),
  );
}

function isReadable({ table, raw }: UnreadableRow): boolean {
  const schema = SCHEMAS[table];
  return schema !== undefined && v.is(schema, raw);
}

/** Two rows without an id count as two only in one response. */
function keyOf({ scope, table, id, raw }: UnreadableRow): string {
  return [scope, table, id ?? JSON.stringify(raw)].join(' ');
}
