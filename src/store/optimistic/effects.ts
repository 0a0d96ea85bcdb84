/**
 * What each operation does to the rows on this device, at once and before the server's verdict. The server does the
 * same to its own rows (`sync_push`). Where the two differ, the next pull brings the server's rows.
 */

import * as v from 'valibot';
import { ownedAccounts } from '#domain/books/accounts';
import { accountScope } from '#domain/ids/scopes';
import { idIn, isOnTransaction, type OnTransaction } from '#domain/mutations/operation-groups';
import type { Call, Insert, InvitationDraft, Operation, Patch } from '#domain/mutations/operations';
import { renamesRows } from '#domain/mutations/renames';
import { applicablePart } from '#domain/mutations/still-applicable';
import { AccountRow, BudgetRow, CategoryRow, ScheduleRow } from '#domain/rows';
import { expiryOf, pendingInvitation } from '#domain/sharing/pending-invitation';
import type { RowKey, RowTable, SmallTable, StoredRow } from '../database/records.ts';
import { mergeCategory, renameCategory, unmergeCategory } from './category-effects.ts';
import type { Author, Changeset } from './changeset.ts';
import { rowAfter } from './transaction-effects.ts';

/**
 * Applies operations that `groupsOf` gives together. Where a row that an operation needs is not on this device, that
 * operation changes nothing. Returns the keys of such rows.
 */
export async function applyTogether(
  changes: Changeset,
  operations: readonly Operation[],
  author: Author,
): Promise<RowKey[]> {
  const onTransactions = operations.filter(isOnTransaction);
  if (onTransactions.length > 0) return applyToTransactions(changes, onTransactions, author);
  const missing: RowKey[] = [];
  for (const operation of operations) {
    const key = await applyOperation(changes, operation, author);
    if (key) missing.push(key);
  }
  return missing;
}

async function applyToTransactions(
  changes: Changeset,
  operations: readonly OnTransaction[],
  author: Author,
): Promise<RowKey[]> {
  const restored = operations.flatMap((one) => (one.kind === 'restore' ? [one.row.id] : []));
  // Another device may already have restored it, and to another page. Ten thousand copies are not searched for.
  if (restored.length > 0 && author.resent === undefined) await changes.seek(restored);
  const current = await changes.transactions(operations.map(idIn));
  const aliases = await changes.aliases();
  const next = new Map<string, StoredRow | null>();
  const missing: RowKey[] = [];
  for (const operation of operations) {
    const id = idIn(operation);
    const row = rowAfter(operation, current.get(id)?.row, { author, aliases });
    if (row === undefined) missing.push(['transactions', id]);
    else next.set(id, row);
  }
  if (next.size > 0) await changes.writeTransactions(next, current);
  return missing;
}

/** Returns the key of a row that is needed and not on this device. Transactions go another way. */
async function applyOperation(changes: Changeset, operation: Operation, author: Author): Promise<RowKey | null> {
  switch (operation.kind) {
    case 'restore':
      return null;
    case 'insert':
      await insert(changes, operation, author);
      return null;
    case 'patch':
      return (await patch(changes, operation)) ? null : [operation.table, operation.id];
    case 'delete':
      return (await remove(changes, operation.table, operation.id)) ? null : [operation.table, operation.id];
    case 'call':
      return call(changes, operation, author);
  }
}

/** Whether the operation reaches rows that it does not name. */
export function isMultiRow(operation: Operation): boolean {
  if (operation.kind === 'delete') return operation.table === 'accounts';
  return renamesRows(operation) || (operation.kind === 'call' && operation.name === 'membership.leave');
}

/** A row that exists stays: two devices may make the same default account and categories. */
async function insert(changes: Changeset, { table, row }: Insert, author: Author): Promise<void> {
  switch (table) {
    case 'transactions':
      return;
    case 'accounts':
      return changes.writeSmall(table, row.id, (await changes.db.accounts.get(row.id)) ?? { ...row, version: 0 });
    case 'categories':
      return changes.writeSmall(table, row.id, (await changes.db.categories.get(row.id)) ?? { ...row, version: 0 });
    case 'budgets':
      return changes.writeSmall(table, row.id, (await changes.db.budgets.get(row.id)) ?? { ...row, version: 0 });
    case 'reconciliations': {
      const made = { ...row, version: 0, changes: [], userId: author.userId, userEmail: author.userEmail };
      return changes.writeSmall(table, row.id, (await changes.db.reconciliations.get(row.id)) ?? made);
    }
    case 'imports': {
      const made = { ...row, version: 0, userId: author.userId, userEmail: author.userEmail };
      return changes.writeSmall(table, row.id, (await changes.db.imports.get(row.id)) ?? made);
    }
    case 'schedules': {
      const made = { ...row, version: 0, userId: author.userId, userEmail: author.userEmail };
      return changes.writeSmall(table, row.id, (await changes.db.schedules.get(row.id)) ?? made);
    }
  }
}

async function patch(changes: Changeset, operation: Patch): Promise<boolean> {
  const { table, id } = operation;
  if (table === 'transactions') return false;
  const row = await changes.db.small[table].get(id);
  if (!row) return false;
  const next = { ...row, ...(operation.undo ? applicablePart(operation, row) : operation).after };
  if (table === 'accounts') await changes.writeSmall(table, id, v.parse(AccountRow, next));
  if (table === 'categories') await changes.writeSmall(table, id, v.parse(CategoryRow, next));
  if (table === 'budgets') await changes.writeSmall(table, id, v.parse(BudgetRow, next));
  if (table === 'schedules') await changes.writeSmall(table, id, v.parse(ScheduleRow, next));
  return true;
}

async function remove(changes: Changeset, table: RowTable, id: string): Promise<boolean> {
  if (table === 'transactions') return false;
  if (table === 'accounts') return hideAccount(changes, id);
  const row = await changes.db.small[table].get(id);
  if (row) await changes.writeSmall(table, id, null);
  return row !== undefined;
}

/**
 * Hides an account with its categories, budgets and memberships. Its pages stay until the server confirms. Without the
 * account row nobody reads them, and Undo costs nothing.
 */
async function hideAccount(changes: Changeset, accountId: string): Promise<boolean> {
  if (!(await changes.db.accounts.get(accountId))) return false;
  await bequeathCategories(changes, accountId);
  await changes.writeSmall('accounts', accountId, null);
  const dependants: SmallTable[] = ['categories', 'budgets', 'memberships', 'reconciliations', 'imports', 'schedules'];
  for (const table of dependants) {
    const ids: string[] = await changes.db.small[table].where('accountId').equals(accountId).primaryKeys();
    for (const id of ids) await changes.writeSmall(table, id, null);
  }
  return true;
}

/**
 * The categories of a default account serve all its owner's accounts. Those that the next default account lacks move
 * there.
 */
async function bequeathCategories(changes: Changeset, accountId: string): Promise<void> {
  const { db } = changes;
  const [oldest, heir] = ownedAccounts(await db.accounts.toArray(), db.userId);
  if (oldest?.id !== accountId || !heir) return;
  const current = await db.categories.where('accountId').equals(heir.id).toArray();
  for (const category of await db.categories.where('accountId').equals(accountId).toArray()) {
    if (current.some(({ type, name }) => type === category.type && name === category.name)) continue;
    await changes.writeSmall('categories', category.id, { ...category, accountId: heir.id });
  }
}

async function call(changes: Changeset, operation: Call, author: Author): Promise<RowKey | null> {
  switch (operation.name) {
    case 'category.rename':
      await renameCategory(changes, operation.arguments, author.userId);
      return null;
    case 'category.merge':
      await mergeCategory(changes, operation.arguments, author.userId);
      return null;
    case 'category.unmerge':
      await unmergeCategory(changes, operation.arguments, author.userId);
      return null;
    case 'invitation.send':
      return sendInvitation(changes, operation.arguments, author);
    case 'invitation.resend': {
      const { id, resentAt } = operation.arguments;
      const row = await changes.db.invitations.get(id);
      if (!row) return ['invitations', id];
      await changes.writeSmall('invitations', id, { ...row, expiresAt: expiryOf(resentAt) });
      return null;
    }
    case 'invitation.accept':
    case 'invitation.decline':
    case 'invitation.revoke':
      return (await remove(changes, 'invitations', operation.arguments.id))
        ? null
        : ['invitations', operation.arguments.id];
    case 'membership.leave':
      return leave(changes, operation.arguments.id);
    case 'membership.remove':
      return (await remove(changes, 'memberships', operation.arguments.id))
        ? null
        : ['memberships', operation.arguments.id];
    case 'membership.change_role': {
      const { id, role } = operation.arguments;
      const row = await changes.db.memberships.get(id);
      if (!row) return ['memberships', id];
      await changes.writeSmall('memberships', id, { ...row, role });
      return null;
    }
    // Keys have these effects when they are read (schedules/occurrence-keys.ts).
    case 'occurrence.skip':
    case 'occurrence.unskip':
      return null;
    case 'notice.read':
      // Another device may have settled it already.
      await remove(changes, 'notices', operation.arguments.id);
      return null;
  }
}

/** The invitation as the inviter sees it; the server's row replaces it. */
async function sendInvitation(changes: Changeset, draft: InvitationDraft, author: Author): Promise<RowKey | null> {
  const table = draft.target === 'account' ? 'accounts' : 'budgets';
  const target = await changes.db[table].get(draft.targetId);
  if (!target) return [table, draft.targetId];
  await changes.writeSmall('invitations', draft.id, pendingInvitation(draft, target, author));
  return null;
}

/** A user who leaves a budget keeps it if they have its account. */
async function leave(changes: Changeset, id: string): Promise<RowKey | null> {
  const membership = await changes.db.memberships.get(id);
  if (!membership) return ['memberships', id];
  await changes.writeSmall('memberships', id, null);
  const { target, accountId, budgetId } = membership;
  if (target === 'account') await hideAccount(changes, accountId);
  else if (budgetId && !(await changes.db.cursors.get(accountScope(accountId))))
    await remove(changes, 'budgets', budgetId);
  return null;
}
