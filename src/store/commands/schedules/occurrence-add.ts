/** Command `occurrence.add`. */
import type { Outcome } from '#domain/outcome';
import { sidesOf } from '#domain/schedules/sides';
import type { Database } from '../../database/database.ts';
import type { OpenOccurrence } from '../../queries/schedules/open-occurrences.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { categoriesOfOccurrences } from './occurrence-categories.ts';
import { insertsOf, type OccurrenceValues } from './occurrence-rows.ts';
import { refuseAddition } from './schedule-rights.ts';

/** Adds one occurrence now, on another day or with another amount if the user says so. */
export async function addOccurrence(
  db: Database,
  actor: Actor,
  occurrence: Pick<OpenOccurrence, 'schedule' | 'other' | 'nominal' | 'date'>,
  values: Partial<OccurrenceValues> = {},
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string; actionId: string }, never, CommandProblem>> {
  const inserts = insertsOf(occurrence, { date: occurrence.date, ...values }, { now, asked: true });
  const categories = await categoriesOfOccurrences(db, [occurrence], now);
  const accounts = sidesOf(occurrence).map(({ accountId }) => accountId);
  const refuse = () => refuseAddition(db, actor, accounts);
  return commitAction(db, actor, [...categories, { operations: inserts }], { now }, refuse);
}
