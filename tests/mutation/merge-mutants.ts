/** The guards of merges of categories: what goes, who is told, and what an undo gives back. */
import type { Mutant } from './mutant.ts';

const schedulesRenamed = 'supabase/migrations/20261130000125_schedules_renamed.sql';
const merges = 'supabase/migrations/20261129000200_merges.sql';
const contract = 'tests/sync/supabase-remote.test.ts';
const device = 'src/store/commands/categories/category-merge.test.ts';

export const ofMerges: readonly Mutant[] = [
  {
    guard: 'merges: the budgets of the category that goes name the other one',
    file: 'src/store/optimistic/category-effects.ts',
    find: 'if (budget.categoryId === category.id) {',
    replace: 'if (budget.categoryId === into.id) {',
    test: [device, 'gives rows, lines and refunds the other name, and budgets the other category'],
  },
  {
    guard: 'merges: who edited the category that goes, unseen, is told',
    file: merges,
    find: "'seen', p_seen)",
    replace: "'seen', jsonb_build_object('accountId', p_account, 'number', 1000000))",
    test: [contract, 'tells whose edit of the category that goes it had not seen'],
  },
  {
    guard: 'merges: what another merge went into is not taken along',
    file: merges,
    find: 'if step.action is not null and not exists (',
    replace: 'if false and not exists (',
    test: [contract, 'leaves alone what another merge of the same category went into, and is refused'],
  },
  {
    guard: 'merges: a budget that comes later covers the other category',
    file: merges,
    find: 'new.category_id := private.standing_category(new.account_id, new.category_id);',
    replace: '',
    test: [contract, 'leaves it a budget that somebody made who did not know'],
  },
  {
    guard: 'merges: the undo leaves a category that somebody wrote since, be it the same',
    file: schedulesRenamed,
    find: "'category' end is not distinct from m.clock",
    replace: "'category' end is not distinct from t.field_clocks -> 'category'",
    test: [contract, 'leaves what somebody wrote since: a category, the lines, the category of a budget'],
  },
  {
    guard: 'merges: the undo leaves lines that were of the other category before',
    file: schedulesRenamed,
    find: 'private.renamed_lines(t.lines, present, former, one.lines)',
    replace: 'private.renamed_lines(t.lines, present, former)',
    test: [contract, 'brings back the category, its budgets and the names, and no other row'],
  },
  {
    guard: 'merges: the undo leaves rows that were of the other category before',
    file: schedulesRenamed,
    find: 'array(select one.transaction_id from private.untouched_since(merge, false) one)',
    replace: 'null',
    test: [contract, 'brings back the category, its budgets and the names, and no other row'],
  },
  {
    guard: 'merges: a budget to which somebody gave a category since keeps it',
    file: schedulesRenamed,
    find: "and b.field_clocks -> 'categoryId' is not distinct from merge.budgets -> b.budget_id::text",
    replace: '',
    test: [contract, 'leaves what somebody wrote since: a category, the lines, the category of a budget'],
  },
  {
    guard: 'merges: the undo gives back what came under the old name meanwhile',
    file: merges,
    find: 'if carried is distinct from p_row then perform private.note_carried(p_row, type); end if;',
    replace: '',
    test: [contract, 'gives back what came under the old name meanwhile, and after it that name means itself'],
  },
  {
    guard: 'merges: after the undo the old name means itself',
    file: schedulesRenamed,
    find: 'perform private.forget_merge(merge);',
    replace: '',
    test: [contract, 'gives back what came under the old name meanwhile, and after it that name means itself'],
  },
  {
    guard: 'merges: the device gives back only what it saw the merge take',
    file: 'src/store/optimistic/category-effects.ts',
    find: 'if (!row.lines) return !lines && row.category === to ? { ...row, category: from } : row;',
    replace: 'if (!row.lines) return { ...row, category: from };',
    test: [device, 'leaves a row to which its user gave another category since'],
  },
  {
    guard: 'merges: what was chosen under the old name means the other category',
    file: 'src/store/commands/categories/category-merge.ts',
    find: 'return { id: target?.id ?? id, before: name, name: to };',
    replace: 'return { id, before: name, name: to };',
    test: [device, 'what was chosen under the old name is saved under the other one'],
  },
];
