import { formatDate } from '#domain/dates/dates';
import { formatMoney, formatSignedAmount } from '#domain/money/money';
import { mainOperation } from '#domain/mutations/main-operation';
import type { Call, Insert, Operation } from '#domain/mutations/operations';
import { renamesRows } from '#domain/mutations/renames';
import type { Refusal } from '#domain/mutations/verdicts';
import { isReconciliation, type ReconciliationRow } from '#domain/rows';
import type { OutboxEntry } from '#store/database/records';
import type { RowNotTaken } from '#store/queries/entries/rows-not-taken';
import { rowOf } from '#store/queries/rows/entry-subject';
import * as failures from '#texts/failures';
import * as texts from '#texts/sync/entries';
import * as notTakenTexts from '#texts/sync/not-taken';
import * as superseded from '#texts/sync/superseded';
import { fieldsInWords } from './entry-comparison.ts';
import { supersedingOf } from './reason.ts';
import { describeTransfer, transferIn } from './transfer-entry.ts';

/** What a user did: the operations, and the rows that they are about. */
type Described = Pick<OutboxEntry, 'operations' | 'seen' | 'content'>;

/** The user's action in a few words: "Add transaction: Groceries, -$12.00", or "Change 12 transactions". */
export function describeEntry(entry: Described): string {
  const transfer = transferIn(entry);
  if (transfer) return describeTransfer(transfer);
  const operation = mainOperation(entry.operations);
  if (!operation) return '';
  const many = describeMany(entry.operations);
  if (many) return many;
  if (operation.kind === 'call') return describeCall(operation, entry);
  const detail = details(operation, entry);
  const what = describeVerb(operation);
  return detail ? texts.action(what, detail) : what;
}

/** Null for what is about one row. */
function describeMany(operations: readonly Operation[]): string | null {
  const [first, ...others] = operations;
  const isOfMany = others.length > 0 && operations.every((one) => one.kind !== 'call' && one.table === 'transactions');
  if (!isOfMany || !first || first.kind === 'call') return null;
  return texts.ofMany(first.kind, operations.length);
}

/** Whether the entry is told row by row: it holds several transactions that were not taken, or one of a match. */
export function listsRows({ notTaken = [] }: Pick<OutboxEntry, 'notTaken'>): boolean {
  return (
    notTaken.length > 1 || notTaken.some((reported) => reported.status === 'superseded' && reported.other !== undefined)
  );
}

/**
 * What the panel calls the entry: what the user did, or, of an entry that was superseded, what became of it, as a toast
 * of the server says it: "Your change was replaced: Dinner, -$30.00".
 */
export function entryTitle(entry: OutboxEntry): string {
  const kind = supersedingIn(entry);
  const operation = mainOperation(entry.operations);
  if (listsRows(entry) && operation && operation.kind !== 'call') return notTakenTitle(entry, operation);
  if (!kind || !operation) return describeEntry(entry);
  return superseded.title(kind, operation.kind === 'call' ? describeCall(operation, entry) : details(operation, entry));
}

function notTakenTitle({ notTaken = [], amongAll = 0 }: OutboxEntry, { kind }: Exclude<Operation, Call>): string {
  const areThere = notTaken.every((one) => one.status === 'superseded' && one.reason === 'newer');
  if (kind === 'insert' && areThere) return notTakenTexts.standOtherwise(notTaken.length, amongAll);
  return notTakenTexts.title(kind, notTaken.length, amongAll);
}

/** How somebody overtook the entry; null when nobody did. */
function supersedingIn({ state, verdict, operations }: OutboxEntry): superseded.Superseding | null {
  if (state !== 'superseded' || verdict?.status !== 'superseded') return null;
  return supersedingOf(verdict, mainOperation(operations));
}

/** Which transaction of several: "Dinner, -$30.00, Mar 5, 2026". */
export function rowTitle({ known }: RowNotTaken): string {
  return known ? texts.transaction(transaction(known), formatDate(known.date)) : notTakenTexts.GONE;
}

/** Verb and object: "Add transaction". */
export function describeVerb({ kind, table }: Exclude<Operation, Call>): string {
  return kind === 'restore' ? texts.RESTORE_TRANSACTION : texts.ACTIONS[kind][table];
}

function describeCall(call: Call, entry: Described): string {
  switch (call.name) {
    case 'category.rename':
    case 'category.merge':
    case 'category.unmerge': {
      const { from, to } = call.arguments;
      const account = entry.seen?.find(({ table }) => table === 'accounts')?.row.name;
      return texts.renameCategory(call.name, from, to, account ? String(account) : null);
    }
    case 'invitation.send':
      return texts.invite(call.arguments.email);
    default: {
      const which = concernedBy(call, entry);
      return which ? texts.action(texts.CALLS[call.name], which) : texts.CALLS[call.name];
    }
  }
}

/** Calls about the user's own access; their description needs no e-mail. */
const OF_ONESELF: readonly Call['name'][] = ['invitation.accept', 'invitation.decline', 'membership.leave'];

/** The person and the target that a call is about. Empty for an entry of an older version, which did not keep them. */
function concernedBy({ name }: Call, { seen = [] }: Described): string {
  const shared = seen.find(({ table }) => table === 'memberships' || table === 'invitations')?.row;
  if (!shared) return '';
  const target = seen.find(({ table }) => table === 'accounts' || table === 'budgets')?.row;
  const place = String(target?.name ?? shared.targetName ?? '');
  return OF_ONESELF.includes(name) ? place : texts.access(String(shared.email), place);
}

function details(operation: Exclude<Operation, Call>, entry: Described): string {
  if (operation.kind === 'restore') return transaction(operation.row);
  if (operation.kind === 'insert') return addition(operation);
  const row = rowOf(entry, operation);
  if (row && isReconciliation(row)) return statement(row);
  if (row && 'fileName' in row) return String(row.fileName);
  if (row) return 'name' in row ? String(row.name) : transaction(row);
  return operation.kind === 'patch' ? fieldsInWords(operation.after) : '';
}

function addition(operation: Insert): string {
  switch (operation.table) {
    case 'reconciliations':
      return statement(operation.row);
    case 'imports':
      return operation.row.fileName;
    case 'transactions':
    case 'schedules':
      return transaction(operation.row);
    default:
      return operation.row.name;
  }
}

function transaction(row: {
  type: 'income' | 'expense';
  amount: number;
  description: string;
  category: string;
}): string {
  return texts.transaction(row.description || row.category, formatSignedAmount(row));
}

function statement({ date, balance }: Pick<ReconciliationRow, 'date' | 'balance'>): string {
  return texts.statement(formatDate(date), formatMoney(balance));
}

const refusalTitles: Partial<Record<Refusal, string>> = {
  last_account: failures.CANNOT_DELETE_ACCOUNT,
  category_in_use: failures.CANNOT_DELETE_CATEGORY,
  already_invited: failures.ALREADY_INVITED,
};

const TITLES = {
  insert: {
    accounts: failures.ACCOUNT_CREATE,
    transactions: failures.TRANSACTION_SAVE,
    categories: failures.CATEGORY_ADD,
    budgets: failures.BUDGET_CREATE,
    reconciliations: failures.RECONCILIATION_SAVE,
    imports: failures.IMPORT,
    schedules: failures.SCHEDULE_SAVE,
  },
  patch: {
    accounts: failures.ACCOUNT_UPDATE,
    transactions: failures.TRANSACTION_UPDATE,
    categories: failures.CATEGORY_UPDATE,
    budgets: failures.BUDGET_UPDATE,
    reconciliations: failures.RECONCILIATION_SAVE,
    imports: failures.IMPORT,
    schedules: failures.SCHEDULE_SAVE,
  },
  delete: {
    accounts: failures.ACCOUNT_DELETE,
    transactions: failures.TRANSACTION_DELETE,
    categories: failures.CATEGORY_DELETE,
    budgets: failures.BUDGET_DELETE,
    reconciliations: failures.RECONCILIATION_DELETE,
    imports: failures.IMPORT_REVERT,
    schedules: failures.SCHEDULE_DELETE,
  },
};

/** The specification's titles for what the server refused, and the panel's for an entry that was superseded. */
export function failureTitle(entry: OutboxEntry): string {
  const { verdict } = entry;
  if (supersedingIn(entry) || listsRows(entry)) return entryTitle(entry);
  const ofReason = verdict?.status === 'rejected' && refusalTitles[verdict.reason];
  if (ofReason) return ofReason;
  const operation = mainOperation(entry.operations);
  if (!operation) return failures.ERROR;
  if (operation.kind === 'call') return renamesRows(operation) ? failures.CATEGORY_UPDATE : failures.ERROR;
  if (operation.kind === 'restore') return failures.TRANSACTION_SAVE;
  return TITLES[operation.kind][operation.table];
}
