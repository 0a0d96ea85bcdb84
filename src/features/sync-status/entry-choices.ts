/** What can be done about an entry that the server did not take. */
import { mainOperation } from '#domain/main-operation';
import { type Access, can, canChange } from '#domain/roles';
import type { Refusal } from '#domain/verdicts';
import type { OutboxEntry } from '#store/outbox';
import type { EntryFields, EntrySubject } from '#store/queries/entry-subject';

interface EntryChoices {
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

/** What the user may do, as far as this device knows. */
interface Permissions {
  /** The accounts that they may add transactions to. */
  addable: readonly string[];
  /** Whether they may do what the entry does. */
  allowed: boolean;
}

/** Where one needs a role to do what the entry does. */
export function placeOf({ operation, meant }: EntrySubject): { accountId: string; budgetId: string | null } {
  const ofAccount = operation.kind !== 'call' && operation.table === 'accounts';
  return { accountId: String(ofAccount ? meant.id : meant.accountId), budgetId: idIn(meant.budgetId) };
}

/** Whether these roles let the user do what the entry does. Calls are left to the server. */
export function isAllowed({ operation, meant }: EntrySubject, access: Access, userId: string): boolean {
  if (operation.kind === 'call') return true;
  switch (operation.table) {
    case 'accounts':
      if (operation.kind === 'insert') return true;
      return can(access.account, operation.kind === 'delete' ? 'account.delete' : 'account.update');
    case 'categories':
      return can(access.account, 'category.manage');
    case 'budgets':
      return can(access.account, 'budget.manage');
    case 'transactions': {
      const type = meant.type === 'income' ? 'income' : 'expense';
      const row = { type, budgetId: idIn(meant.budgetId), userId: String(meant.userId ?? userId) } as const;
      return canChange(access, row, userId);
    }
  }
}

export function choicesOf(entry: OutboxEntry, subject: EntrySubject, { addable, allowed }: Permissions): EntryChoices {
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
  const futile = verdict?.status === 'superseded' ? !allowed : hopeless;
  if (operation.kind === 'delete') return { ...NONE, retry: !futile };
  const gone = operation.kind === 'patch' && subject.standing === null;
  const knows = !gone || (ofTransaction && 'amount' in subject.meant && 'date' in subject.meant);
  const restorable = verdict?.status === 'superseded' && verdict.reason === 'deleted' && ofTransaction;
  const move = refused && isMovable(subject, addable);
  return { retry: (!gone || restorable) && !futile, edit: knows, move };
}

/** A row that others see stays where it is: only what the server does not have yet can go elsewhere. */
function isMovable({ operation, meant }: EntrySubject, addable: readonly string[]): boolean {
  const isNew = operation.kind === 'insert' && operation.table === 'transactions';
  return isNew && addable.some((id) => id !== meant.accountId);
}

function idIn(value: EntryFields[string] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
