/**
 * What the server lost when a backup was restored: rows that this device had of it and that the backup does not have, or not
 * as they were last. They stay in the outbox, off the rows, until the user sends them again or lets them go.
 */
import * as v from 'valibot';
import { monthOf } from '#domain/dates';
import { Insert, type Operation, type Patch, TRANSACTION_FIELD_GROUPS, type WritableTable } from '#domain/operations';
import { InvitationRow } from '#domain/rows';
import { accountScope, budgetScope } from '#domain/scopes';
import { changedFields } from './commands/changed-fields.ts';
import type { Database, ScopeCursor, SmallRows } from './database.ts';
import { MonthBooks } from './ledger.ts';
import { newId } from './new-id.ts';
import type { KeptRow, OutboxEntry } from './outbox.ts';

/**
 * Keeps the rows of a scope that stand above `head`, the restored server's; null for a scope that it does not know at all. Only
 * what the user entered, where they are a viewer, who could send nothing else again, and of somebody else's account that the
 * server does not show: the rest may be none of their business now. Invitations only of the user's own; a membership comes of an
 * answer that only the invited can give. On bare rows, before the scope is thrown away.
 */
export async function keepLost(db: Database, cursor: ScopeCursor, head: number | null, now: string): Promise<void> {
  const isLost = (row: { version: number }) => row.version > (head ?? 0);
  const all = cursor.role === 'owner' || (head !== null && cursor.role !== 'viewer');
  const rows: KeptRow[] = [];
  if (all) rows.push(...(await smallRows(db, cursor.accountId)));
  const pages = db.transactions.where('[scope+month+part]').between([cursor.scope], [cursor.scope, []]);
  await pages.each((page) => {
    for (const row of page.rows) if (all || isOwn(db, row)) rows.push({ table: 'transactions', row });
  });
  if (all) rows.push(...(await ownInvitations(db, cursor.accountId)));
  const known = await lostIds(db);
  const lost = rows.filter(({ row }) => isLost(row));
  // Of two restores the later one knows better.
  await db.outbox.bulkDelete(lost.flatMap(({ row }) => known.get(row.id) ?? []));
  await db.outbox.bulkAdd(lost.flatMap((kept) => entryOf(db, kept, now) ?? []));
}

/** Whether it is not another user's entry; accounts, categories and budgets are nobody's, and others' invitations are not kept. */
export function isOwn(db: Database, row: KeptRow['row']): boolean {
  return !('userEmail' in row) || row.userId === db.userId;
}

async function smallRows(db: Database, accountId: string): Promise<KeptRow[]> {
  const account = await db.accounts.get(accountId);
  const kept: KeptRow[] = account ? [{ table: 'accounts', row: account }] : [];
  for (const table of ['categories', 'budgets'] as const) {
    const rows: SmallRows['categories' | 'budgets'][] = await db.small[table].where({ accountId }).toArray();
    kept.push(...rows.map((row) => ({ table, row })));
  }
  return kept;
}

async function ownInvitations(db: Database, accountId: string): Promise<KeptRow[]> {
  const mine = db.invitations.filter((row) => row.invitedBy === db.userId && row.accountId === accountId);
  return (await mine.toArray()).map((row) => ({ table: 'invitations', row }));
}

async function lostIds(db: Database): Promise<Map<string, number>> {
  const lost = await db.outbox.where('state').equals('lost').toArray();
  return new Map(lost.flatMap(({ seq, rows }) => rows.map(([, id]) => [id, seq])));
}

function entryOf(db: Database, kept: KeptRow, now: string): Omit<OutboxEntry, 'seq'> | null {
  const operation = operationOf(kept, now);
  if (!operation) return null;
  const { userEmail } = { userEmail: null, ...kept.row };
  return {
    id: newId(),
    userId: db.userId,
    userEmail: userEmail ?? '',
    editedAt: now,
    operations: [operation],
    state: 'lost',
    rows: [[kept.table, kept.row.id]],
    content: [kept],
    attempts: 0,
    createdAt: now,
  };
}

/** What would make the row anew; null of what no intent can make, nor a row as this version does not know them. */
function operationOf({ table, row }: KeptRow, now: string): Operation | null {
  if (table === 'invitations') {
    const invitation = v.safeParse(InvitationRow, row);
    if (!invitation.success) return null;
    const { id, email, name, role, target, budgetId, accountId } = invitation.output;
    const draft = { id, email, name, role, target, targetId: budgetId ?? accountId, createdAt: now };
    return { kind: 'call', name: 'invitation.send', arguments: draft };
  }
  // What only the server writes.
  const { version, userId, userEmail, ...content } = { userId: null, userEmail: null, ...row };
  const insert = v.safeParse(Insert, { kind: 'insert', table, row: content });
  return insert.success ? insert.output : null;
}

/** Lets go what stands as it was: another device has sent it again. */
export async function dropFound(db: Database): Promise<void> {
  const found: number[] = [];
  for (const { seq, operations } of await db.outbox.where('state').equals('lost').toArray()) {
    const again = await Promise.all(operations.map((operation) => sendingAgain(db, operation)));
    if (again.every((operation) => operation === null)) found.push(seq);
  }
  await db.outbox.bulkDelete(found);
}

/**
 * Sends a lost row again: an insert, or, where an earlier form of it stands, a patch. Null when it stands as it was; an invitation
 * when it stands at all.
 */
export async function sendingAgain(db: Database, operation: Operation): Promise<Operation | null> {
  if (isInvitation(operation)) return (await db.invitations.get(operation.arguments.id)) ? null : operation;
  if (operation.kind !== 'insert') return operation;
  const { table, row } = operation;
  const standing = await standingRow(db, operation);
  if (!standing) return operation;
  const changed = changedFields(fieldsOf(standing), fieldsOf(row), GROUPS[table]);
  return changed && { kind: 'patch', table, id: row.id, seen: standing.version, ...changed };
}

/** Whether what the operation needs on this device is there: nobody is invited to what has not come back. */
export async function isPossible(db: Database, operation: Operation): Promise<boolean> {
  if (!isInvitation(operation)) return true;
  const { target, targetId } = operation.arguments;
  return (await db[target === 'account' ? 'accounts' : 'budgets'].get(targetId)) !== undefined;
}

function isInvitation(operation: Operation): operation is Extract<Operation, { name: 'invitation.send' }> {
  return operation.kind === 'call' && operation.name === 'invitation.send';
}

/** Transactions are looked for where they stood; one whose date was changed since the backup is not found. */
async function standingRow(db: Database, { table, row }: Insert): Promise<KeptRow['row'] | undefined> {
  if (table !== 'transactions') return db.small[table].get(row.id);
  const month = monthOf(row.date);
  const scopes = [accountScope(row.accountId), ...(row.budgetId ? [budgetScope(row.budgetId)] : [])];
  const books = new MonthBooks(db);
  for (const scope of scopes) {
    const standing = await books.at({ scope, month }).find(row.id);
    if (standing) return standing;
  }
  return undefined;
}

/** What a patch may change. */
const GROUPS: Record<WritableTable, readonly (readonly string[])[]> = {
  transactions: TRANSACTION_FIELD_GROUPS,
  accounts: [['name'], ['type'], ['description'], ['accountNumber']],
  categories: [['name']],
  budgets: [['name'], ['amount'], ['categoryId'], ['description'], ['startDate']],
};

function fieldsOf(row: object): Patch['before'] {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' || typeof value === 'number' ? value : null,
    ]),
  );
}
