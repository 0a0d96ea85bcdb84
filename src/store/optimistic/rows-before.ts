/** What operations change, delete or are about, as the user sees it before them. */
import type { Call, Operation } from '#domain/mutations/operations';
import { type Rename, renamesRows, type Unmerge } from '#domain/mutations/renames';
import type { Database } from '../database/database.ts';
import type { KeptRow } from '../database/records.ts';
import { shownRow } from '../ledger/ledger.ts';
import { categoryNamed } from './category-named.ts';
import type { Changeset } from './changeset.ts';

/** The rows that these operations change or delete, in their order. `groupsOf` gives the operations together. */
export async function rowsBefore(changes: Changeset, operations: readonly Operation[]): Promise<KeptRow[]> {
  const changing = operations.filter((one) => one.kind === 'patch' || one.kind === 'delete');
  const ids = changing.flatMap(({ table, id }) => (table === 'transactions' ? [id] : []));
  const [current, aliases] = [await changes.transactions(ids), await changes.aliases()];
  const rows: KeptRow[] = [];
  for (const operation of operations) {
    if (operation.kind === 'call') rows.push(...(await rowsOfCall(changes.db, operation)));
    if (operation.kind !== 'patch' && operation.kind !== 'delete') continue;
    const { table, id } = operation;
    if (table !== 'transactions') {
      const row = await changes.db.small[table].get(id);
      if (row) rows.push({ table, row });
      continue;
    }
    const stored = current.get(id)?.row;
    if (stored) rows.push({ table, row: shownRow(stored, aliases) });
  }
  return rows;
}

/** The invitation that a call names; the membership, with its account or budget; or what a rename is about. */
async function rowsOfCall(db: Database, call: Call): Promise<KeptRow[]> {
  if (renamesRows(call)) return rowsOfRename(db, call);
  if (!('id' in call.arguments) || call.name === 'invitation.send' || call.name === 'notice.read') return [];
  const { id } = call.arguments;
  if (!call.name.startsWith('membership.')) {
    const row = await db.invitations.get(id);
    return row ? [{ table: 'invitations', row }] : [];
  }
  const row = await db.memberships.get(id);
  if (!row) return [];
  const table = row.budgetId === null ? 'accounts' : 'budgets';
  const place = await db.small[table].get(row.budgetId ?? row.accountId);
  return [{ table: 'memberships', row }, ...(place ? [{ table, row: place } as const] : [])];
}

/** The account, and the category that a merge ends. */
async function rowsOfRename(db: Database, call: Rename | Unmerge): Promise<KeptRow[]> {
  const { accountId = '', type, from } = call.arguments;
  const account = await db.accounts.get(accountId);
  if (!account) return [];
  const kept: KeptRow = { table: 'accounts', row: account };
  if (call.name !== 'category.merge') return [kept];
  const going = await categoryNamed(db, { accountId, type, name: from });
  return going ? [kept, { table: 'categories', row: going }] : [kept];
}
