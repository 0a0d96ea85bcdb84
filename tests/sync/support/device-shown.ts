/** What a device shows its user. Recordings of releases hold it, so a field may be added here, and none removed. */
import { isDeepStrictEqual } from 'node:util';
import type { Summary } from '#domain/money/totals';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { countWaiting, entriesToSettle } from '#store/outbox/outbox';
import { readImports } from '#store/queries/imports/imports';
import { readOpenOccurrences } from '#store/queries/schedules/open-occurrences';
import type { SimulatedDevice } from './simulated-device.ts';

/** Recorded schedules are asked until then, on whatever day a test runs. */
const OPEN_UNTIL = '2026-12-31';

export async function shownBy(device: SimulatedDevice) {
  const { db } = device;
  const scopes: Record<string, Partial<Summary> & { balance: number; rows: object[] }> = {};
  for (const { scope } of await db.cursors.toArray()) {
    const rows = (await device.rows(scope)).map((row) => {
      const { id, date, description, category, type, amount, nature, transferId, lines } = row;
      const { status, reconciliationId, bankId, importId, importedText, refund } = row;
      const ofBank = { status, reconciliationId, bankId, importId, importedText };
      // 0.2.0, which recorded some of what this is held against, knew no refunds.
      const books = { nature, transferId, lines, ...ofBank, ...(refund && { refund }) };
      const isPlain = isDeepStrictEqual({ ...books, refund }, TRANSACTION_DEFAULTS);
      return { id, date, description, category, type, amount, books: isPlain ? null : books };
    });
    const { scope: _, count: __, ...sums } = (await db.sums.get(scope)) ?? { scope, count: 0 };
    scopes[scope] = { ...sums, balance: await device.balance(scope), rows };
  }
  const accounts = (await db.accounts.toArray()).map(({ id, name, kind, archived, position }) => {
    return { id, name, kind, archived, position };
  });
  const categories = (await db.categories.toArray()).map(({ name, group, archived }) => ({ name, group, archived }));
  const budgets = (await db.budgets.toArray()).map(({ id, name, amount }) => ({ id, name, amount }));
  const imports = (await Promise.all(accounts.map(({ id }) => readImports(db, id)))).flat();
  return {
    scopes,
    accounts,
    categories,
    budgets,
    reconciliations: (await db.reconciliations.toArray()).map(({ id, balance, changes }) => {
      return { id, balance, changes: changes.map(({ rowId, by, kind }) => ({ rowId, by, kind })) };
    }),
    imports: imports.map(({ row, brought, here }) => ({ id: row.id, fileName: row.fileName, brought, here })),
    schedules: (await db.schedules.toArray()).map(({ version, createdAt, ...schedule }) => schedule),
    open: (await readOpenOccurrences(db, OPEN_UNTIL)).map(({ schedule, other, nominal, date, holdup }) => {
      return { schedule: schedule.description, sides: other ? 2 : 1, nominal, date, holdup };
    }),
    // The server names them.
    notices: (await db.notices.toArray()).map(({ rowId, kind, lost }) => JSON.stringify({ rowId, kind, lost })).sort(),
    drafts: (await db.drafts.toArray()).map(({ form, values }) => ({ form, values })),
    waiting: await countWaiting(db),
    toSettle: (await entriesToSettle(db)).map(({ id, state }) => ({ id, state })),
  };
}
