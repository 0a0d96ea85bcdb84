import type { WritableTable } from '#domain/mutations/operations';
import { type Access, can, canChange, canChangeSchedule, TO_CHANGE } from '#domain/sharing/roles';
import type { Database } from '../database/database.ts';
import { readAccess } from '../queries/accounts/access.ts';

/** Whether the user's role allows to change or delete this row. */
export async function mayChange(db: Database, table: WritableTable, row: object): Promise<boolean> {
  return (await rightsOver(db, [row]))(table, row);
}

/** Whether the user's role allows to change or delete one of these rows. */
export type Rights = (table: WritableTable, row: object) => boolean;

/** The user's roles where a row is: one of these rows. Reads them once for all of the rows. */
export async function accessTo(db: Database, rows: readonly object[]): Promise<(row: object) => Access> {
  const places = new Map(rows.map((row) => [keyOf(row), placeOf(row)]));
  const read = await Promise.all([...places.values()].map((place) => readAccess(db, db.userId, place)));
  const access = new Map([...places.keys()].map((key, at) => [key, read[at] ?? NONE]));
  return (row) => access.get(keyOf(row)) ?? NONE;
}

/** Reads the user's roles once for all of these rows. */
export async function rightsOver(db: Database, rows: readonly object[]): Promise<Rights> {
  const access = await accessTo(db, rows);
  return (table, row) => {
    const known = access(row);
    const userId = 'userId' in row && typeof row.userId === 'string' ? row.userId : null;
    if (table === 'schedules') return canChangeSchedule(known.account, userId, db.userId);
    if (table !== 'transactions') return can(known.account, TO_CHANGE[table]);
    const { budgetId } = placeOf(row);
    const isIncome = 'type' in row && row.type === 'income';
    const shown = { userId, budgetId, type: isIncome ? 'income' : 'expense' } as const;
    return canChange(known, shown, db.userId);
  };
}

const NONE: Access = { account: null, budget: null };

function placeOf(row: object): { accountId: string; budgetId: string | null } {
  const accountId = ('accountId' in row ? row.accountId : null) ?? ('id' in row ? row.id : null);
  const budgetId = 'budgetId' in row && typeof row.budgetId === 'string' ? row.budgetId : null;
  return { accountId: String(accountId), budgetId };
}

function keyOf(row: object): string {
  const { accountId, budgetId } = placeOf(row);
  return `${accountId} ${budgetId}`;
}
