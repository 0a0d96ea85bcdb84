/** Categories that schedules name and that their accounts lack. */
import { UNCATEGORIZED } from '#domain/books/categories';
import type { Insert } from '#domain/mutations/operations';
import { categoryType } from '#domain/refunds';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import type { NewMutation } from '../../optimistic/mutations.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { categoriesFor } from '../../queries/categories/categories.ts';
import type { OpenOccurrence } from '../../queries/schedules/open-occurrences.ts';
import { missingCategories } from '../commit/missing-categories.ts';

/** The mutation that makes them, where the role allows it. Elsewhere the name stays a text. */
export async function categoriesOfOccurrences(
  db: Database,
  occurrences: readonly Pick<OpenOccurrence, 'schedule' | 'other'>[],
  now: Date,
): Promise<NewMutation[]> {
  const inserts: Insert[] = [];
  // The sides of a transfer have none.
  const schedules = new Set(occurrences.flatMap(({ schedule, other }) => (other ? [] : schedule)));
  for (const [accountId, ofAccount] of Map.groupBy(schedules, (one) => one.accountId)) {
    const { account } = await readAccess(db, db.userId, { accountId });
    if (!can(account, 'category.manage')) continue;
    const known = await categoriesFor(db, accountId);
    const wanted = ofAccount.flatMap((one) => {
      const type = categoryType(one);
      const names = one.lines ? one.lines.map(({ category }) => category) : [one.category];
      return names.flatMap((name) => (name === UNCATEGORIZED ? [] : { type, name }));
    });
    inserts.push(...(await missingCategories(db, accountId, { wanted, known }, now)));
  }
  return inserts.length > 0 ? [{ operations: inserts }] : [];
}
