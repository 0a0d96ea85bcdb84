/** Command `transaction.add`, also for a contribution to a budget. */
import { chosenIds } from '#domain/books/categories';
import type { Patch } from '#domain/mutations/operations';
import { type Outcome, refuseField } from '#domain/outcome';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import { can, canContribute } from '#domain/sharing/roles';
import {
  checkTransaction,
  type TransactionField,
  type TransactionFields,
  type TransactionInput,
  type TransactionProblem,
} from '#domain/transactions/transactions';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { mayTakePlace, placesTaken } from '../schedules/places-taken.ts';
import { categoriesOfEntry } from './categories-of-entry.ts';

type Added = Outcome<
  { mutationId: string; actionId: string; id: string },
  TransactionField,
  TransactionProblem | CommandProblem
>;

/** The same as `enterTransaction`, from fields as somebody types them. */
export async function addTransaction(
  db: Database,
  actor: Actor,
  input: TransactionInput,
  now: Date = new Date(),
): Promise<Added> {
  const checked = checkTransaction(input);
  return checked.ok ? enterTransaction(db, actor, checked.fields, input, now) : checked;
}

/**
 * Adds what a form has parsed. `chosen` names the categories by id, where the user chose them, and those that are made
 * with the entry. Returns the id of the new transaction. When the user may not add to the account, the refusal names
 * the account field.
 */
export async function enterTransaction(
  db: Database,
  actor: Actor,
  fields: TransactionFields,
  chosen: Partial<Pick<TransactionInput, 'category' | 'makes'>> & Pick<TransactionInput, 'categoryId' | 'lines'>,
  now: Date = new Date(),
): Promise<Added> {
  const id = newId();
  const row = { id, createdAt: now.toISOString(), ...TRANSACTION_DEFAULTS, ...fields };
  const insert = { kind: 'insert', table: 'transactions', row } as const;
  const ids = chosenIds([{ id, categoryId: chosen.categoryId }, ...(chosen.lines ?? [])]);
  const categories = await categoriesOfEntry(db, fields, chosen, now);
  if (!categories.ok) return categories;
  const { made } = categories;
  const commit = (links: Patch[] | null) => {
    const mutations = [...made, { operations: [insert, ...(links ?? [])] }];
    const options = { now, isNew: made.length === 0 && !links?.length, chosen: ids };
    return commitAction(db, actor, mutations, options, async () => {
      const problem = await placeProblem(db, actor, fields);
      if (problem) return refuseField('accountId', problem);
      return !links && (await mayTakePlace(db, row)) ? TAKES_PLACE : null;
    });
  };
  const first = await commit(null);
  const committed = first === TAKES_PLACE ? await commit(await placesTaken(db, fields.accountId, [row])) : first;
  return committed.ok ? { ...committed, id } : committed;
}

/** Few entries fit a schedule. So only for these it is read, before the commit, which occurrences are still open. */
const TAKES_PLACE = { ok: false, errors: {} } as const;

/** Returns why the user may not add this to its account or budget; null when they may. */
export async function placeProblem(
  db: Database,
  actor: Actor,
  { accountId, budgetId, type }: Pick<TransactionFields, 'accountId' | 'budgetId' | 'type'>,
): Promise<CommandProblem | null> {
  const access = await readAccess(db, actor.userId, { accountId, budgetId });
  if (access.account === null && access.budget === null) return 'not_found';
  const allowed = budgetId === null ? can(access.account, 'transaction.add') : canContribute(access, type);
  return allowed ? null : 'forbidden';
}
