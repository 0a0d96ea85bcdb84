/** Command `category.group`. */
import { checkGroup } from '#domain/books/category-groups';
import { type Outcome, refuseField } from '#domain/outcome';
import type { Database } from '../../database/database.ts';
import type { Actor, CommandProblem } from '../commit/commit.ts';
import { changeCategory } from './category-change.ts';

/**
 * Puts a category into the group of this name, or into none if the name is empty. Returns a mutation id of null when it
 * is there already.
 */
export async function groupCategory(
  db: Database,
  actor: Actor,
  { id, group: typed }: { id: string; group: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, 'group', 'too_long' | CommandProblem>> {
  const checked = checkGroup(typed);
  if (!checked.ok) return refuseField('group', checked.reason);
  return changeCategory(db, actor, id, { group: checked.group }, now);
}
