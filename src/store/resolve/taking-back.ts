/** What it takes to undo what a notice tells: the user's own word shall stand after all. */

import * as v from 'valibot';
import { changedFields, plainFields } from '#domain/mutations/changed-fields';
import type { Notice } from '#domain/mutations/notices';
import { type Operation, Restore } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { TransactionRow } from '#domain/rows';
import { withFittingLines } from '#domain/transactions/fitting-lines';
import type { Database } from '../database/database.ts';
import type { KeptRow } from '../database/records.ts';
import { readRow } from '../queries/rows/entry-subject.ts';
import { mayChange } from './may-change.ts';

/** `operation` is null when everything stands as the user wants it. `seen`: the transaction as it is shown. */
interface TakingBack {
  operation: Operation | null;
  seen: TransactionRow[];
}

/**
 * `not_found`: the row is not on this device. `forbidden`: the user's role, or what the notice tells, is not enough.
 */
type Refusal = 'not_found' | 'forbidden';

/** The operation that undoes what the notice tells, made from the row as it is shown now, or why there is none. */
export async function takingBack(db: Database, notice: Notice): Promise<TakingBack | Refusal> {
  const row = await rowOfNotice(db, notice);
  switch (notice.kind) {
    case 'edited':
      return row ? lostValuesAgain(db, notice, row) : 'not_found';
    case 'deleted':
      return row ? { operation: null, seen: [] } : lostRowAgain(db, notice);
    case 'revived':
      return row ? deletionAgain(db, notice, row) : { operation: null, seen: [] };
  }
}

/** The row that the notice is about, as it is shown; null when it is not on this device. */
export function rowOfNotice(db: Database, { table, rowId, lost, stands }: Notice): Promise<KeptRow['row'] | null> {
  return readRow(db, table, rowId, { ...lost, ...stands });
}

async function lostValuesAgain(db: Database, notice: Notice, row: KeptRow['row']): Promise<TakingBack | Refusal> {
  const { table, rowId: id, lost } = notice;
  const current = plainFields(row);
  const changed = changedFields(table, current, withFittingLines({ ...current, ...lost }));
  if (!changed) return { operation: null, seen: [] };
  const wanted = { ...row, ...changed.after };
  if (!(await mayChange(db, table, row)) || !(await mayChange(db, table, wanted))) return 'forbidden';
  return { operation: { kind: 'patch', table, id, seen: seenOf(row), ...changed }, seen: transactionIn(table, row) };
}

async function deletionAgain(db: Database, notice: Notice, row: KeptRow['row']): Promise<TakingBack | Refusal> {
  const { table, rowId: id } = notice;
  if (!(await mayChange(db, table, row))) return 'forbidden';
  return { operation: { kind: 'delete', table, id, seen: seenOf(row) }, seen: transactionIn(table, row) };
}

/** People who have only a budget of the account are told parts of the row, from which nobody can make it again. */
async function lostRowAgain(db: Database, { table, lost }: Notice): Promise<TakingBack | Refusal> {
  const { version, userId, userEmail, ...row } = { version: null, userId: null, userEmail: null, ...lost };
  const restore = v.safeParse(Restore, { kind: 'restore', table, row });
  if (!restore.success || !(await mayChange(db, table, lost))) return 'forbidden';
  return { operation: restore.output, seen: [] };
}

function transactionIn(table: Notice['table'], row: KeptRow['row']): TransactionRow[] {
  return table === 'transactions' ? [v.parse(TransactionRow, row)] : [];
}
