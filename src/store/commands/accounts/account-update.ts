/** Command `account.update`. */
import { kindOf } from '#domain/account-kinds';
import { type AccountField, type AccountInput, checkAccount } from '#domain/books/accounts';
import type { TextProblem } from '#domain/entered-text';
import { changedFields } from '#domain/mutations/changed-fields';
import { seenOf } from '#domain/mutations/seen';
import { type Outcome, refuseForm } from '#domain/outcome';
import type { AccountRow } from '#domain/rows';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/**
 * Changes name, type, description or kind, each if it is named. `account` is the row as the user saw it. Returns a
 * mutation id of null when nothing changed.
 */
export async function updateAccount(
  db: Database,
  actor: Actor,
  { account, ...input }: Partial<AccountInput> & { account: AccountRow },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, AccountField, TextProblem | CommandProblem>> {
  const { id, name, type, description } = account;
  const kind = kindOf(account);
  const checked = checkAccount({ name, type, description: description ?? '', kind, ...input });
  if (!checked.ok) return checked;
  const access = await readAccess(db, actor.userId, { accountId: id });
  if (!can(access.account, 'account.update')) return refuseForm('forbidden');
  const changed = changedFields('accounts', { name, type, description, kind }, checked.fields);
  if (!changed) return { ok: true, mutationId: null };
  return commitAction(
    db,
    actor,
    [{ operations: [{ kind: 'patch', table: 'accounts', id, seen: seenOf(account), ...changed }] }],
    { now },
  );
}
