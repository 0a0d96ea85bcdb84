/** Command `category.archive`. */
import type { Outcome } from '#domain/outcome';
import type { Database } from '../../database/database.ts';
import type { Actor, CommandProblem } from '../commit/commit.ts';
import { changeCategory } from './category-change.ts';

/**
 * Archives a category, or takes it out of the archive. Forms do not offer an archived category. Reports keep it, and
 * its name can still be typed. Returns a mutation id of null when it is so already.
 */
export function archiveCategory(
  db: Database,
  actor: Actor,
  { id, archived }: { id: string; archived: boolean },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, never, CommandProblem>> {
  return changeCategory(db, actor, id, { archived }, now);
}
