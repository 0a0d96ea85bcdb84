/** The guards of refunds: whose side counts what, and what older devices are told. */
import type { Mutant } from './mutant.ts';

const schedulesPulled = 'supabase/migrations/20261130000120_schedules_pulled.sql';
const refunds = 'supabase/migrations/20261129000100_refunds.sql';
const byType = 'supabase/migrations/20261129000120_budgets_by_type.sql';
const contract = 'tests/sync/supabase-remote.test.ts';
const TEST = 'tests/backend/sql/refunds.test.ts';

export const ofRefunds: readonly Mutant[] = [
  {
    guard: 'refunds: another type ends one, unless the edit says otherwise',
    file: refunds,
    find: `then p_fields || '{"refund": false}' else p_fields end`,
    replace: 'then p_fields else p_fields end',
    test: [contract, 'ends with another type, where the edit does not say otherwise'],
  },
  {
    guard: 'refunds: a change of one takes the category with it or not at all',
    file: refunds,
    find: "or (p_after ? 'refund' and p_before -> 'refund' is distinct from p_after -> 'refund'));",
    replace: 'or false);',
    test: [contract, 'is taken with its category or not at all, and who is overtaken is told'],
  },
  {
    guard: 'refunds: a PATCH of the type alone ends one',
    file: refunds,
    find: 'else new.type <> old.type and new.metadata = old.metadata end)',
    replace: 'else false end)',
    test: [TEST, 'ends a refund by another type, and not by another amount'],
  },
  {
    guard: 'refunds: a name that its author did not know renamed goes by the side of the category',
    file: 'supabase/migrations/20261129000200_merges.sql',
    find: 'type text := private.category_type(p_row);',
    replace: "type text := p_row ->> 'type';",
    test: [contract, 'follows the category of its side, and no other of that name'],
  },
  {
    guard: 'refunds: the budget of their category shows them, and no income of its name',
    file: byType,
    find: "private.category_type(type, refund) || '/' || category_name]",
    replace: "private.category_type(type, false) || '/' || category_name]",
    test: [TEST, 'shows a member of a budget the refunds of its category, and no income of its name'],
  },
  {
    guard: 'refunds: a row that ends to be one leaves the budget',
    file: byType,
    find: 'private.category_type(n.type, n.refund) as now_category_type',
    replace: 'private.category_type(o.type, o.refund) as now_category_type',
    test: [contract, 'is in the budget of its category, and an income of that name is not'],
  },
  {
    guard: 'refunds: who had a budget of both types starts anew',
    file: byType,
    find: 'and private.category_type(t.type, t.refund) <> c.type)',
    replace: 'and false)',
    test: ['tests/backend/sql/refunds-after-upgrade.test.ts', 'who has a budget that covered both types starts anew'],
  },
  {
    guard: 'refunds: older devices are not told of them',
    file: schedulesPulled,
    find: 'if not with_refunds then transactions',
    replace: 'if not modern then transactions',
    test: [TEST, 'gets a refund as plain income, in rows and totals'],
  },
  {
    guard: 'refunds: the device takes them off the side of their category',
    file: 'src/domain/money/totals.ts',
    find: 'summary[categoryType(line)] += refund ? -cents : cents;',
    replace: 'summary[type] += cents;',
    test: ['tests/sync/histories-1.test.ts', 'of 2 to 5 devices, with every fault,'],
  },
];
