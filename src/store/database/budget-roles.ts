/** The user's role on each budget that was shared with them, as the last pull reported it. */

import * as v from 'valibot';
import { Id, Role } from '#domain/rows';
import type { Database } from './database.ts';
import { readMeta, writeMeta } from './meta.ts';

const BudgetRoles = v.array(v.object({ budgetId: Id, role: Role }));

export const BUDGET_ROLES = 'budget-roles';

/** Budget id to role. */
export async function readBudgetRoles(db: Database): Promise<Map<string, Role>> {
  const roles = (await readMeta(db, BUDGET_ROLES, BudgetRoles)) ?? [];
  return new Map(roles.map(({ budgetId, role }) => [budgetId, role]));
}

export async function writeBudgetRoles(db: Database, roles: v.InferOutput<typeof BudgetRoles>): Promise<void> {
  // A write of nothing would make the screen read them again.
  if (roles.length === 0 && (await readBudgetRoles(db)).size === 0) return;
  await writeMeta(db, BUDGET_ROLES, roles);
}
