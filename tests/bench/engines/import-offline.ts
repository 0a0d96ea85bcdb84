/** What B11 measures beside Actual: rows at hand are compared with an account that has as many, and written. */

import { accountScope } from '#domain/ids/scopes';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { carryOutImport } from '#store/commands/imports/import-carry-out';
import { openDatabase } from '#store/database/database';
import { writeMonths } from '#store/ledger/ledger';
import { plannedRows, rowsToImport } from '../../../src/import/worker/planned-rows.ts';
import { previewRows } from '../../../src/import/worker/preview-rows.ts';
import { importedRows, MAIN_ACCOUNT, sampleRows, signed } from '../sample-rows.ts';

const actor = { userId: '00000000-0000-4000-8000-00000000000a', email: 'ada@example.org' };

/** Milliseconds until `count` rows are compared with the account and written, with their entries for the server. */
async function importRows(count: number): Promise<number> {
  const db = await openDatabase(actor.userId);
  const [accountId, scope] = [MAIN_ACCOUNT, accountScope(MAIN_ACCOUNT)];
  await db.accounts.put({
    id: accountId,
    version: 1,
    createdAt: '2016-01-01T00:00:00.000Z',
    name: 'Household',
    type: 'personal',
    description: null,
    accountNumber: null,
    kind: 'other',
    archived: false,
    position: null,
    ownerId: actor.userId,
  });
  await db.cursors.put({ scope, accountId, role: 'owner', version: 1, grantId: 'g', before: null });
  const stored = sampleRows(count).map((row) => {
    const by = { userId: actor.userId, userEmail: actor.email };
    return { ...TRANSACTION_DEFAULTS, ...row, ...by, accountId, version: 1, notes: '', budgetId: null };
  });
  await writeMonths(db, scope, stored);
  const read = importedRows(count).map((row, at) => {
    return { line: at + 1, date: row.date, cents: signed(row), text: row.description };
  });
  const start = performance.now();
  const { rows } = await previewRows(db, accountId, {
    format: 'csv',
    account: {},
    currencies: [],
    rows: read,
    unreadable: [],
  });
  const chosen = rowsToImport(plannedRows(rows, new Map(), false));
  const plan = { accountId, fileName: 'bank.csv', format: 'csv', rows: chosen } as const;
  const outcome = await carryOutImport(db, actor, plan);
  const elapsed = performance.now() - start;
  if (!outcome.ok || outcome.done !== count) throw new Error(JSON.stringify(outcome));
  return elapsed;
}

Object.assign(globalThis, { importRows });
