/** What the user can do about an entry that the server did not take. */

import { mainOperation } from '#domain/mutations/main-operation';
import type { Call, Operation, WritableTable } from '#domain/mutations/operations';
import { matchesIn, type Refusal } from '#domain/mutations/verdicts';
import type { OutboxEntry } from '#store/database/records';
import type { EntrySubject } from '#store/queries/rows/entry-subject';
import * as actions from '#texts/actions';
import * as entryActions from '#texts/sync/entry-actions';
import * as notTaken from '#texts/sync/not-taken';
import { listsRows } from './entry-description.ts';
import { transferIn } from './transfer-entry.ts';

interface EntryChoices {
  retry: boolean;
  edit: boolean;
  /** Whether the transaction can move to another account. */
  move: boolean;
  /** Whether the transaction can be kept in a new account, because the user may add to none that there is. */
  keep: boolean;
}

const NONE: EntryChoices = { retry: false, edit: false, move: false, keep: false };
const RETRY: EntryChoices = { ...NONE, retry: true };

/** Refusals because of the account: another account may take the same entry. */
const OF_THE_ACCOUNT: readonly Refusal[] = ['forbidden', 'gone', 'reference'];

/** A statement was agreed with its rows, an import came with them, and a schedule has its own form. */
const WITHOUT_FORM: readonly WritableTable[] = ['reconciliations', 'imports', 'schedules'];

/** Calls whose arguments people have typed. */
const TYPED: readonly string[] = ['category.rename', 'invitation.send'];

/** What the user may do, as far as this device knows. */
interface Permissions {
  /** The accounts that the user may add transactions to. */
  addable: readonly string[];
  /** Whether the user may do what the entry does. */
  allowed: boolean;
}

export function choicesOf(entry: OutboxEntry, subject: EntrySubject, permissions: Permissions): EntryChoices {
  const operation = mainOperation(entry.operations);
  // An entry that waits behind another one goes on by itself when that one is settled.
  if (!operation || entry.blocked?.by) return NONE;
  if (entry.state === 'lost') return RETRY;
  if (operation.kind === 'call') return { ...RETRY, edit: TYPED.includes(operation.name) };
  // Each of many may have its own reason, and the server decides on each. Nobody corrects them together.
  // Of a match, the list asks which of the two rows stays.
  if (entry.notTaken && matchesIn(entry).size === entry.notTaken.length) return NONE;
  if (listsRows(entry)) return { ...NONE, retry: permissions.allowed };
  if (WITHOUT_FORM.includes(operation.table)) return RETRY;
  // A row of a file has its id from its account, and comes with many others.
  if ('key' in operation && operation.key !== undefined) return RETRY;
  const choices = choicesOfRow(entry, operation, subject, permissions);
  // One side of a transfer does not change or move alone.
  return transferIn(entry) ? { ...NONE, retry: choices.retry } : choices;
}

function choicesOfRow(
  entry: OutboxEntry,
  operation: Exclude<Operation, Call>,
  subject: EntrySubject,
  { addable, allowed }: Permissions,
): EntryChoices {
  const ofTransaction = operation.table === 'transactions';
  const refused = isRefusedByAccount(entry);
  const { accountId, budgetId } = subject.meant;
  // A contribution needs no role on the account, only on the budget.
  const mayAdd = addable.includes(String(accountId));
  const hopeless = refused && ofTransaction && !budgetId && !mayAdd;
  const futile = hopeless || !mayGoAgain(entry, operation, allowed);
  if (operation.kind === 'delete') return { ...NONE, retry: !futile };
  const gone = operation.kind === 'patch' && subject.current === null;
  const knows = !gone || isWhole(subject);
  const restorable = ofTransaction && wasDeleted(entry);
  const isNew = gone || operation.kind !== 'patch';
  const move = refused && isMovable(subject, addable);
  // The form has only accounts that the user may add to. Elsewhere an edit would be a move under another name.
  const edit = knows && (mayAdd || !move);
  if (hopeless) {
    // An edit would be refused again. Elsewhere the transaction can be a new one; a row that others see stays.
    const keep = isNew && knows && addable.length === 0;
    return { ...NONE, edit: isNew && edit && !keep, move, keep };
  }
  return { ...NONE, retry: (!gone || restorable) && !futile, edit, move };
}

function isRefusedByAccount({ verdict }: OutboxEntry): boolean {
  return verdict?.status === 'rejected' && OF_THE_ACCOUNT.includes(verdict.reason);
}

/** Whether it is a transaction that is known well enough to be made again. */
function isWhole({ operation, meant }: EntrySubject): boolean {
  return operation.kind !== 'call' && operation.table === 'transactions' && 'amount' in meant && 'date' in meant;
}

function wasDeleted({ verdict }: OutboxEntry): boolean {
  return verdict?.status === 'superseded' && verdict.reason === 'deleted';
}

/** Only a new transaction can move, because the server does not have it. A row that others see stays where it is. */
function isMovable({ operation, meant }: EntrySubject, addable: readonly string[]): boolean {
  const isNew = operation.kind === 'insert' && operation.table === 'transactions';
  return isNew && addable.some((id) => id !== meant.accountId);
}

/** False where the server would say the same again until the role allows it, or the statement is gone. */
function mayGoAgain({ verdict }: OutboxEntry, { table }: Exclude<Operation, Call>, allowed: boolean): boolean {
  if (allowed || verdict?.status === 'superseded') return allowed;
  return table !== 'transactions' || verdict?.status !== 'rejected' || verdict.reason !== 'forbidden';
}

/** The meaning of a retry here: the user's word replaces the newer one. */
export function retryLabel(entry: OutboxEntry): string {
  const { state, verdict, operations } = entry;
  if (state === 'lost') return actions.SEND_AGAIN;
  if (verdict?.status !== 'superseded') return actions.RETRY;
  const isDeletion = mainOperation(operations)?.kind === 'delete';
  if (listsRows(entry)) return isDeletion ? notTaken.DELETE_ANYWAY : notTaken.CHANGE_ANYWAY;
  if (verdict.reason === 'deleted') return entryActions.RESTORE;
  return isDeletion ? entryActions.DELETE_AGAIN : entryActions.USE_MINE;
}
