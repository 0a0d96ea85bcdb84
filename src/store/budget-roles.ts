/** The user's role on each budget that was given to them, as the last pull said. */

import * as v from 'valibot';
import { Id, Role } from '#domain/rows';
import type { Database } from './database.ts';

const BudgetRoles = v.array(v.object({ budgetId: Id, role: Role }));

const KEY = 'budget-roles';

/** Budget id to role. */
export async function readBudgetRoles(db: Database): Promise<Map<string, Role>> {
  const parsed = v.safeParse(BudgetRoles, (await db.meta.get(KEY))?.value);
  return new Map(parsed.success ? parsed.output.map(({ budgetId, role }) => [budgetId, role]) : []);
}

export async function writeBudgetRoles(db: Database, roles: v.InferOutput<typeof BudgetRoles>): Promise<void> {
  await db.meta.put({ key: KEY, value: roles });
}
