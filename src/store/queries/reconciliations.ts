/** Whether an account agrees with the bank's statements, and what is to be compared with the next one. */

import { type Agreement, agreementsOf } from '#domain/books/reconciling';
import { accountScope } from '#domain/ids/scopes';
import { signedCents } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { eachPage } from '../ledger/ledger.ts';
import { readScope } from '../ledger/many-pages.ts';
import { isWhole } from './accounts/whole-scope.ts';

interface AccountAgreements {
  /** The newest statement first. */
  agreements: Agreement[];
  /** False while older months are still to come: then the sums say nothing. */
  isComplete: boolean;
}

/** Every reconciliation of the account beside what its rows make now. Reads no row when there is none. */
export async function readAgreements(db: Database, accountId: string): Promise<AccountAgreements> {
  const scope = accountScope(accountId);
  const [reconciliations, isComplete] = await Promise.all([
    db.reconciliations.where({ accountId }).toArray(),
    isWhole(db, scope),
  ]);
  const sums = new Map<string, number>();
  if (reconciliations.length > 0) {
    const add = (row: TransactionRow) => {
      const id = row.reconciliationId;
      if (id !== null) sums.set(id, (sums.get(id) ?? 0) + signedCents(row));
    };
    await eachPage(db, ({ rows }) => rows.forEach(add), scope);
  }
  return { agreements: agreementsOf(reconciliations, sums), isComplete };
}

/** What a statement is compared with. */
export interface OpenRows {
  /** The rows that no reconciliation names, oldest first. */
  rows: TransactionRow[];
  /** The sum of all rows that a reconciliation names; integer cents. */
  reconciled: number;
  isComplete: boolean;
}

export async function readOpenRows(db: Database, accountId: string): Promise<OpenRows> {
  const scope = accountScope(accountId);
  const [pages, isComplete] = await Promise.all([readScope(db, scope), isWhole(db, scope)]);
  const all = pages.flatMap(({ rows }) => rows);
  const [reconciled, rows] = [true, false].map((isNamed) =>
    all.filter(({ status }) => (status === 'reconciled') === isNamed),
  );
  const sum = (reconciled ?? []).reduce((cents, row) => cents + signedCents(row), 0);
  return { rows: (rows ?? []).sort(byDate), reconciled: sum, isComplete };
}

function byDate(one: TransactionRow, other: TransactionRow): number {
  const keys = [one, other].map(({ date, createdAt, id }) => `${date} ${createdAt} ${id}`);
  return (keys[0] ?? '') < (keys[1] ?? '') ? -1 : 1;
}
