/** What can be done about an entry that the server did not take. */
import { mainOperation } from '#domain/main-operation';
import type { Refusal } from '#domain/verdicts';
import type { OutboxEntry } from '#store/outbox';
import type { EntrySubject } from '#store/queries/entry-subject';

export interface EntryChoices {
  retry: boolean;
  edit: boolean;
  /** To put the transaction into another account. */
  move: boolean;
}

const NONE: EntryChoices = { retry: false, edit: false, move: false };

/** Refusals that are about the account, so that the same entry may stand in another. */
const OF_THE_ACCOUNT: readonly Refusal[] = ['forbidden', 'gone', 'reference'];

/** Calls whose arguments people have typed. */
const TYPED: readonly string[] = ['category.rename', 'invitation.send'];

/** `addable` are the accounts that the user may add transactions to. */
export function choicesOf(entry: OutboxEntry, subject: EntrySubject, addable: readonly string[]): EntryChoices {
  const operation = mainOperation(entry.operations);
  // What waits for another entry goes on by itself when that one is settled.
  if (!operation || entry.blocked?.by) return NONE;
  if (entry.state === 'lost') return { ...NONE, retry: true };
  if (operation.kind === 'call') return { ...NONE, retry: true, edit: TYPED.includes(operation.name) };
  const { verdict } = entry;
  const ofTransaction = operation.table === 'transactions';
  const refused = verdict?.status === 'rejected' && OF_THE_ACCOUNT.includes(verdict.reason);
  const { accountId, budgetId } = subject.meant;
  // To a budget one may contribute without a role on its account.
  const hopeless = refused && ofTransaction && !budgetId && !addable.includes(String(accountId));
  if (operation.kind === 'delete') return { ...NONE, retry: !hopeless };
  const gone = operation.kind === 'patch' && subject.standing === null;
  const knows = !gone || (ofTransaction && 'amount' in subject.meant && 'date' in subject.meant);
  const restorable = verdict?.status === 'superseded' && verdict.reason === 'deleted' && ofTransaction;
  return { retry: (!gone || restorable) && !hopeless, edit: knows, move: ofTransaction && refused && knows };
}
