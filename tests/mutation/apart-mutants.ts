/** The guards of mutations that are decided apart, of keys that stand for other content, and of others' imports. */
import type { Mutant } from './mutant.ts';

const occurrences = 'supabase/migrations/20261130000110_occurrences.sql';
const occurrencesPushed = 'supabase/migrations/20261130000115_occurrences_pushed.sql';
const MIGRATIONS = 'supabase/migrations';
const contract = 'tests/sync/supabase-remote.test.ts';
const notTaken = `${MIGRATIONS}/20261126000210_rows_not_taken.sql`;
const units = `${MIGRATIONS}/20261126000220_units_of_a_mutation.sql`;
const ownImports = `${MIGRATIONS}/20261126000230_rows_of_own_imports.sql`;
const removedSides = `${MIGRATIONS}/20261126000240_removed_sides.sql`;
const datesTold = `${MIGRATIONS}/20261127001680_dates_of_ways_told.sql`;
const choicesTold = `${MIGRATIONS}/20261127001400_choices_told.sql`;
const keysThatStand = `${MIGRATIONS}/20261126000250_keys_that_stand.sql`;
const leftOut = `${MIGRATIONS}/20261126000270_rows_left_out_of_a_step.sql`;
const raising = `${MIGRATIONS}/20261126000275_rows_that_raise.sql`;
const steps = `${MIGRATIONS}/20261126000280_steps_without_rows.sql`;
const deleters = `${MIGRATIONS}/20261126000970_everybody_who_deleted.sql`;
const keptRows = `${MIGRATIONS}/20261126000285_kept_rows_noted.sql`;
const apart = `${MIGRATIONS}/20261126000290_decided_apart.sql`;
const movesUndone = `${MIGRATIONS}/20261126000310_moves_undone.sql`;
const weight = `${MIGRATIONS}/20261126000295_weight_of_refusals.sql`;

const mixed = [contract, 'takes what can be taken, and tells of each other row why not'] as const;
const unit = [contract, 'takes all of a unit or nothing: two operations on a row, both sides of a transfer'] as const;
const counted = ['tests/backend/sql/apart.test.ts', 'looks for many refusals one by one'] as const;

export const ofApart: readonly Mutant[] = [
  {
    guard: 'apart: the mutation says so',
    file: occurrencesPushed,
    find: "if p_mutation -> 'apart' = 'true' then",
    replace: 'if true then',
    test: [contract, 'is one that says so: any other is refused whole, and is told of no row'],
  },
  {
    guard: 'apart: a row of a unit of several is not left out',
    file: apart,
    find: 'where size > 1)::text',
    replace: 'where false)::text',
    test: unit,
  },
  {
    guard: 'apart: a refused edit brings no deleted row back',
    file: deleters,
    find: 'perform private.bind_row(one.id), private.push_restores(',
    replace: 'perform private.push_restores(',
    test: [contract, 'leaves a deleted row away when the later edit that brings it back is refused'],
  },
  {
    guard: 'apart: sides of a transfer are one unit',
    file: units,
    find: 'case when transfer_id is not null then min(unit) over (partition by transfer_id) end,',
    replace: '',
    test: unit,
  },
  {
    guard: 'apart: a deletion names the transfer of its row',
    file: units,
    find: "if unsaid = '{}' then",
    replace: 'if true then',
    test: [contract, 'refuses both deletions of a transfer of which its author may delete one side'],
  },
  {
    guard: 'apart: operations with one key are one unit',
    file: units,
    find: 'case when key is not null then min(unit) over (partition by key) end) as lowest',
    replace: 'null) as lowest',
    test: [contract, 'refuses all links of one line of a file when one of them is refused'],
  },
  {
    guard: 'apart: a row that was refused says so',
    file: notTaken,
    find: "perform private.note_untaken(jsonb_build_object('id', p_row, 'status', 'rejected', 'reason', p_reason));",
    replace: 'null;',
    test: mixed,
  },
  {
    guard: 'apart: a row that is kept says so',
    file: deleters,
    find: 'if (outcomes[at]).superseded is not null then',
    replace: 'if false then',
    test: mixed,
  },
  {
    guard: 'apart: a row that is not deleted says so',
    file: steps,
    find: "perform private.note_kept(one.id, 'newer', '{}', other.kept_by);",
    replace: 'null;',
    test: [contract, 'deletes, brings back and adds each row by itself'],
  },
  {
    guard: 'apart: what an undo leaves says so',
    file: movesUndone,
    find: 'if (resolved.result).superseded is not null then',
    replace: 'if false then',
    test: [contract, 'takes back each row by itself'],
  },
  {
    guard: 'apart: both sides say what they keep',
    file: keptRows,
    find: "if side.superseded is not null or side.kept <> '{}' or side.op ->> 'kind' <> 'patch' then",
    replace: 'if side.superseded is not null then',
    test: [contract, 'tells of both sides when a deed stands against one'],
  },
  {
    guard: 'apart: a status that the role may not write is found before the row is written',
    file: leftOut,
    find: "or (n.of_status and 'reconciled' in (n.had, n.status) and n.account <> all (of_admins))",
    replace: '',
    test: ['tests/backend/sql/apart.test.ts', 'decides usual races in the set, without an exception'],
  },
  {
    guard: 'apart: a nature that forbids a field is found before the row is written',
    file: leftOut,
    find: "else becomes -> 'accountId' <> was -> 'accountId' or becomes -> 'category' <> was -> 'category'",
    replace: 'else false',
    test: ['tests/backend/sql/apart.test.ts', 'decides usual races in the set, without an exception'],
  },
  {
    guard: 'apart: many refusals are found one by one',
    file: raising,
    find: 'select case when private.refused_alone() >= (private.push_limits()).refused_units then 1',
    replace: 'select case when false then 1',
    test: counted,
  },
  {
    guard: 'apart: an import or a reconciliation ends after its rows',
    file: apart,
    find: "where op ->> 'kind' = 'delete');",
    replace: 'where false);',
    also: { file: apart, find: "where op ->> 'kind' is distinct from 'delete');", replace: 'where true);' },
    test: [contract, 'makes a reconciliation before its rows, and ends one after them'],
  },
  {
    guard: 'apart: a refused row weighs double',
    file: weight,
    find: "where row ->> 'status' = 'rejected'",
    replace: 'where false',
    test: [contract, 'of which each refused row weighs double in a push'],
  },
  {
    guard: 'import keys: a key that a mutation names twice stands for one row',
    file: occurrences,
    find: 'where nth > 1',
    replace: 'where false',
    test: [contract, 'gives a key that it names twice to one row, and tells of the other'],
  },
  {
    guard: 'import keys: a row that stands in the account under its id is not made again',
    file: occurrences,
    find: "where k.account_id = any (mine) and k.kind = 'insert' and t.account_id = k.account_id",
    replace: 'where false',
    test: [contract, 'a row that came back under its id without its key is not made again'],
  },
  {
    guard: 'import keys: who links a row whose key is another one’s is told',
    file: keysThatStand,
    find: "where kind = 'patch' and stands_for <> row_id and not is_deleted",
    replace: 'where false',
    test: [contract, 'links a row that is there, which then counts as brought'],
  },
  {
    guard: 'import keys: who brings a row again that stands otherwise is told',
    file: keysThatStand,
    find: "from added a where differs <> '{}' or client is null",
    replace: 'from added a where false',
    test: [contract, 'tells who brings a row again that stands with another amount, date or type'],
  },
  {
    guard: 'import keys: who chose something for a line that stands already is told',
    file: occurrencesPushed,
    find: 'array(select d from unnest(done) d where not private.is_occurrence(',
    replace: 'array(select d from unnest(done) d where false and not private.is_occurrence(',
    test: [contract, 'is told, as far as it was chosen and differs'],
  },
  {
    guard: 'import keys: nobody is told of what nobody chose',
    file: choicesTold,
    find: "then p_operation -> 'chosen' ? key",
    replace: 'then true',
    test: [contract, 'is not told of what is of the file or of the app, nor of what stands as chosen'],
  },
  {
    guard: 'import keys: what was chosen means the names that categories have now',
    file: choicesTold,
    find: "private.carry_rows(array(select op -> 'row' from added order by n))",
    replace: "array(select op -> 'row' from added order by n)",
    test: [contract, 'means the name that the category has now'],
  },
  {
    guard: 'import keys: who brought a row that gives way is told of its category',
    file: datesTold,
    find: "select made.client ->> 'category' not in ('Uncategorized', own.client ->> 'category') as other_category",
    replace: 'select false as other_category',
    test: [contract, 'a row that only a file has made gives way to a link of its line'],
  },
  {
    guard: 'import keys: who brought a row that gives way is told of its date',
    file: datesTold,
    find: "case when made.client ->> 'date' <> own.client ->> 'date' then 'date' end,",
    replace: '',
    test: [contract, '[S69o] who brought the row that gives way is told of another date, too'],
  },
  {
    guard: 'import keys: the model server tells what was chosen, and the first rule asks for it',
    file: 'tests/sync/support/fake/kept-by-keys.ts',
    find: 'for (const one of done) noteChoices(work, one);',
    replace: '',
    test: ['tests/sync/histories-imports.test.ts', 'in which people import files'],
  },
  {
    guard: 'imports: nobody puts rows under an import of somebody else',
    file: ownImports,
    find: 'coalesce(i.created_by = auth.uid(), false)',
    replace: 'true',
    test: [contract, 'nobody puts rows under an import of somebody else, or of another account'],
  },
  {
    guard: 'imports: a row may be again of the import of which it was',
    file: ownImports,
    find: "where c.row_id = p_row and c.of_table = 'transactions' and",
    replace: 'where false and',
    test: [contract, 'bring the row back under the import that it was of, whoever made that'],
  },
  {
    guard: 'transfers: a removed side comes back alone only with its amount',
    file: removedSides,
    find: "and (before ->> 'amount')::bigint = p_row.amount * 100",
    replace: '',
    test: [contract, 'comes back alone only with the amount and the type that it had last'],
  },
];
