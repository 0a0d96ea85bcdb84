/** Command `entry.keep`: what an account does not take any more goes into a new account of the user's own. */
import type { AccountField } from '#domain/books/accounts';
import type { TextProblem } from '#domain/entered-text';
import type { Outcome, Problems } from '#domain/outcome';
import type { Database } from '../../database/database.ts';
import { createAccount } from '../accounts/account-create.ts';
import type { Actor, CommandProblem } from '../commit/commit.ts';
import { editEntry } from './entry-edit.ts';

type Problem = TextProblem | CommandProblem | 'settled';

/** Makes the account and moves the transaction there, or does neither. `name`: of the account. */
export async function keepEntry(
  db: Database,
  actor: Actor,
  { mutationId, name }: { mutationId: string; name: string },
  now: Date = new Date(),
): Promise<Outcome<{ accountId: string }, AccountField, Problem>> {
  try {
    return await db.transaction('rw', db.tables, async () => {
      const made = await createAccount(db, actor, { name }, now);
      if (!made.ok) throw new NotKept({ name: textProblem(made.errors.name) });
      const fields = { accountId: made.id, budgetId: null };
      const edited = await editEntry(db, actor, { mutationId, fields }, now);
      if (!edited.ok) throw new NotKept({ form: edited.errors.form ?? edited.errors.accountId ?? 'not_found' });
      return { ok: true, accountId: made.id };
    });
  } catch (error) {
    if (error instanceof NotKept) return { ok: false, errors: error.errors };
    throw error;
  }
}

/** Thrown, not returned, so that the account is not made either. */
class NotKept extends Error {
  readonly errors: Problems<AccountField, Problem>;

  constructor(errors: Problems<AccountField, Problem>) {
    super('not kept');
    this.errors = errors;
  }
}

function textProblem(problem: string | undefined): TextProblem {
  return problem === 'too_long' ? 'too_long' : 'empty';
}
