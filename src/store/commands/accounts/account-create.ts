/** Command `account.create`. */
import {
  type AccountField,
  type AccountFields,
  type AccountInput,
  checkAccount,
  ownedAccounts,
} from '#domain/books/accounts';
import { builtInCategories } from '#domain/books/new-categories';
import {
  checkOpening,
  OPENING_BALANCE,
  type Opening,
  type OpeningInput,
  type OpeningProblem,
} from '#domain/books/opening';
import type { TextProblem } from '#domain/entered-text';
import type { Insert } from '#domain/mutations/operations';
import type { Outcome } from '#domain/outcome';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/**
 * Makes an account that the user owns. The same mutation makes its opening balance, and with the user's first account
 * the built-in categories. Returns the account's id.
 */
export async function createAccount(
  db: Database,
  actor: Actor,
  input: AccountInput & OpeningInput,
  now: Date = new Date(),
): Promise<
  Outcome<
    { mutationId: string; id: string },
    AccountField | keyof OpeningInput,
    TextProblem | OpeningProblem | CommandProblem
  >
> {
  const [checked, { opening, errors }] = [checkAccount(input), openingOf(input)];
  if (!checked.ok || errors) return { ok: false, errors: { ...(checked.ok ? {} : checked.errors), ...errors } };
  const id = newId();
  // One transaction: of two first accounts made at once, only one brings the categories.
  return db.transaction('rw', db.tables, async () => {
    const isFirst = ownedAccounts(await db.accounts.toArray(), actor.userId).length === 0;
    const operations = [
      ...accountInserts(id, actor, checked.fields, now, isFirst),
      ...(opening ? [openingInsert(id, opening, now)] : []),
    ];
    const committed = await commitAction(db, actor, [{ operations }], { now });
    return committed.ok ? { ...committed, id } : committed;
  });
}

/** The operations that make an account, with the built-in categories if it is the user's first. */
export function accountInserts(id: string, actor: Actor, fields: AccountFields, now: Date, isFirst: boolean): Insert[] {
  const createdAt = now.toISOString();
  const empty = { accountNumber: null, archived: false, position: null };
  const row = { id, createdAt, ...fields, ...empty, ownerId: actor.userId };
  const categories = isFirst ? builtInCategories(id, createdAt) : [];
  return [
    { kind: 'insert', table: 'accounts', row },
    ...categories.map((category): Insert => ({ kind: 'insert', table: 'categories', row: category })),
  ];
}

function openingOf(input: OpeningInput) {
  const checked = checkOpening(input);
  return checked.ok ? { opening: checked.opening, errors: null } : { opening: null, errors: checked.errors };
}

function openingInsert(accountId: string, opening: Opening, now: Date): Insert {
  const texts = { description: OPENING_BALANCE, category: OPENING_BALANCE, notes: '' };
  const row = { id: newId(), createdAt: now.toISOString(), accountId, ...texts, budgetId: null, ...opening };
  return { kind: 'insert', table: 'transactions', row: { ...row, ...TRANSACTION_DEFAULTS, nature: 'opening' } };
}
