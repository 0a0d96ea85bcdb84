/** What only members of the account know of a transaction, in the in-memory server: its status and its origin. */
import { OPEN, PLAIN, type TransactionRow } from '#domain/rows';
import { atLeast, roleInAccount } from './access.ts';
import { type Clocks, latestOf } from './clocks.ts';
import { giveKeysBack } from './key-fates.ts';
import { mayNameImport } from './own-imports.ts';
import { touchReconciliations } from './reconciliations.ts';
import { Refused } from './refused.ts';
import type { Change, State } from './state.ts';
import type { Work } from './work.ts';

type Standing = Pick<TransactionRow, 'status' | 'reconciliationId'>;
type Origin = Pick<TransactionRow, 'bankId' | 'importId' | 'importedText'>;

/** The row as the user may read it: people who have only a budget read neither (S68a, S69f). */
export function readableRow(state: State, userId: string, row: TransactionRow): TransactionRow {
  return roleInAccount(state, userId, row.accountId) ? row : { ...row, ...PLAIN };
}

/** The clocks of the row that the user may read. */
export function readableClocks({ state, userId }: Work, row: { id: string }): Clocks {
  const clocks = state.clocks.get(row.id) ?? {};
  const transaction = state.tables.transactions.get(row.id);
  if (!transaction || roleInAccount(state, userId, transaction.accountId)) return clocks;
  const { status, bankId, ...others } = clocks;
  return others;
}

/** E-mail of the person whose values stand in these groups, as far as the user may know. */
export function lastWriter(work: Work, row: TransactionRow, groups: readonly string[]): string | null {
  const { by } = latestOf(readableClocks(work, row), groups, { at: row.createdAt, by: row.userId });
  return work.email(by);
}

/** Writes a status that differs. Members set open and cleared; only admins and the owner reconcile (S68b). */
export function writeStatus(work: Work, row: TransactionRow, wanted: Standing) {
  if (!mayWriteStatus(work, row, wanted)) throw new Refused('forbidden');
  if (wanted.reconciliationId !== null && !isReconciledHere(work, row, wanted)) throw new Refused('gone');
  putStatus(work, row, wanted);
}

/** Writes a status under the next number of the account's log. */
export function putStatus(work: Work, before: TransactionRow, { status, reconciliationId }: Standing) {
  const { id: rowId, accountId } = before;
  const version = work.number(accountId);
  work.write('transactions', { ...before, status, reconciliationId, version });
  work.recordChange({ accountId, version, rowId, kind: 'change', groups: ['status'], before });
  work.stamp(rowId, ['status'], version);
  touchReconciliations(work, [before.reconciliationId]);
}

export function originOf({ bankId, importId, importedText }: Origin): Origin {
  return { bankId, importId, importedText };
}

export function isSameOrigin(one: Origin, other: Origin): boolean {
  return one.bankId === other.bankId && one.importId === other.importId && one.importedText === other.importedText;
}

/** Writes what the bank and an import say, under the next number of the account's log. */
export function writeOrigin(work: Work, before: TransactionRow, wanted: Origin) {
  const { id: rowId, accountId } = before;
  if (!atLeast(roleInAccount(work.state, work.userId, accountId), 'member')) throw new Refused('forbidden');
  if (!mayNameImport(work, before, wanted.importId)) throw new Refused('forbidden');
  const version = work.number(accountId);
  work.write('transactions', { ...before, ...originOf(wanted), version });
  work.recordChange({ accountId, version, rowId, kind: 'change', groups: ['bankId'], before });
  work.stamp(rowId, ['bankId'], version);
  giveKeysBack(work, rowId, accountId);
}

/**
 * The origin of a row that was just inserted. A restore by somebody who may not write it gets that of the removal
 * (S69f).
 */
export function originOfInsert(
  { state, userId }: Work,
  row: TransactionRow,
  restored: { removal?: Change | undefined } | null,
): Origin {
  const wanted = originOf(row);
  if (isSameOrigin(wanted, PLAIN) || atLeast(roleInAccount(state, userId, row.accountId), 'member')) return wanted;
  if (!restored) throw new Refused('forbidden');
  return originOf(restored.removal?.before ?? PLAIN);
}

/**
 * The status of a row that was just inserted (S68e). A restore that names one which its author may not write gets that
 * of the removal. A reconciliation that is not there leaves the row cleared.
 */
export function statusOfInsert(
  work: Work,
  row: TransactionRow,
  restored: { removal?: Change | undefined } | null,
): Standing {
  const was = restored?.removal?.before ?? OPEN;
  let wanted: Standing = row;
  if ((row.status === 'reconciled') !== (row.reconciliationId !== null)) throw new Refused('invalid');
  if (!isSame(row, was) && !mayWriteStatus(work, { ...row, status: was.status }, row)) {
    if (!restored) throw new Refused('forbidden');
    wanted = was;
  }
  const { status, reconciliationId } = wanted;
  if (reconciliationId === null || isReconciledHere(work, row, wanted)) return { status, reconciliationId };
  return { status: 'cleared', reconciliationId: null };
}

export function isSame(one: Standing, other: Standing): boolean {
  return one.status === other.status && one.reconciliationId === other.reconciliationId;
}

export function mayWriteStatus(
  { state, userId }: Work,
  { accountId, status }: TransactionRow,
  wanted: Standing,
): boolean {
  const reconciles = status === 'reconciled' || wanted.status === 'reconciled';
  return atLeast(roleInAccount(state, userId, accountId), reconciles ? 'admin' : 'member');
}

export function isReconciledHere(
  { state }: Work,
  { accountId }: TransactionRow,
  { reconciliationId }: Standing,
): boolean {
  return state.tables.reconciliations.get(reconciliationId ?? '')?.accountId === accountId;
}
