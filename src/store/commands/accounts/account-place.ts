/** Command `account.place`. */
import { placesBetween } from '#domain/books/account-order';
import type { Patch } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { type Outcome, refuseForm } from '#domain/outcome';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { listAccounts } from '../../queries/accounts/accounts.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';

/**
 * Puts an account at `index` of the accounts that are not archived, or, if it is archived itself, of the archived ones.
 * Accounts before it that have no position get one, too. Refused as `forbidden` when that needs the position of an
 * account that the user may not change. Returns a mutation id of null when it stands there already.
 */
export async function placeAccount(
  db: Database,
  actor: Actor,
  { id, index }: { id: string; index: number },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, never, CommandProblem>> {
  return db.transaction('rw', db.tables, async () => {
    const views = await listAccounts(db);
    const moved = views.find(({ account }) => account.id === id);
    if (!moved) return refuseForm('not_found');
    const isBeside = (archived: boolean | undefined) => Boolean(archived) === Boolean(moved.account.archived);
    const shown = views.filter(({ account }) => isBeside(account.archived));
    const places = placesBetween(
      shown.map(({ account, role }) => ({ ...account, role })),
      id,
      index,
      ({ role }) => can(role, 'account.update'),
    );
    if (!places) return refuseForm('forbidden');
    const patches = shown.flatMap(({ account }): Patch[] => {
      const position = places.get(account.id);
      if (position === undefined) return [];
      const fields = { before: { position: account.position ?? null }, after: { position } };
      return [{ kind: 'patch', table: 'accounts', id: account.id, seen: seenOf(account), ...fields }];
    });
    return patches.length > 0
      ? commitAction(db, actor, [{ operations: patches }], { now })
      : { ok: true, mutationId: null };
  });
}
