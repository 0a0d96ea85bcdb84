/** The guards of the server's decisions: who wins, who is told, and what is forgotten (S36 to S42 of sync/SPEC.md). */
import type { Mutant } from './mutant.ts';

const schedulesDecided = 'supabase/migrations/20261130000107_schedules_decided.sql';
const schedulesPulled = 'supabase/migrations/20261130000120_schedules_pulled.sql';
const MIGRATIONS = 'supabase/migrations';
const refunds = `${MIGRATIONS}/20261129000100_refunds.sql`;
const merges = `${MIGRATIONS}/20261129000200_merges.sql`;
const refundsRenamed = `${MIGRATIONS}/20261129000110_refunds_renamed.sql`;
const renames = `${MIGRATIONS}/20261122000640_renames.sql`;
const laterDeed = `${MIGRATIONS}/20261122000660_later_deed_wins.sql`;
const contract = 'tests/sync/supabase-remote.test.ts';
const stepsApart = `${MIGRATIONS}/20261126000280_steps_without_rows.sql`;
const amountsAlong = `${MIGRATIONS}/20261127001620_amounts_taken_along.sql`;

export const ofDecisions: readonly Mutant[] = [
  {
    guard: 'own device: a device knows what it wrote',
    file: schedulesDecided,
    find: "if clock ->> 'd' = private.device()::text then return true; end if;",
    replace: '',
    test: [contract, '[S36b] a device knows what it wrote itself'],
  },
  {
    guard: 'deleters: each of them is told of a return',
    file: `${MIGRATIONS}/20261126000970_everybody_who_deleted.sql`,
    find: 'union select d.user_id from private.deleters d where d.change_id = p_removal.change_id',
    replace: '',
    test: [contract, '[S39c, S39e] a later edit brings the row back'],
  },
  {
    guard: 'guests: who moves a row has seen no status of it',
    file: `${MIGRATIONS}/20261126000960_ticks_of_rows_that_move.sql`,
    find: "case when private.has_account(auth.uid(), p_account::uuid) then p_seen else '{}' end",
    replace: 'p_seen',
    test: [contract, '[S68j] a move by somebody who has only a budget'],
  },
  {
    guard: 'hidden groups: what lay under own edits was not seen',
    file: schedulesDecided,
    find: 'else p_group end])::bigint, seen_number);',
    replace: 'else p_group end])::bigint * 0 + seen_number, seen_number);',
    test: [contract, '[S36c] what lay under the author’s own unsettled edits'],
  },
  {
    guard: 'accounts: numbers of two accounts are not compared',
    file: schedulesDecided,
    find: 'return coalesce((seen_in = p_account and',
    replace: 'return coalesce((true and',
    test: [contract, '[S36f] a high number of one account'],
  },
  {
    guard: 'later wins: an unseen edit that is older is kept out',
    file: refunds,
    find: 'else private.is_later(p_edited_at, auth.uid(), standing.at, standing.author) end)',
    replace: 'else true end)',
    test: [contract, '[S36d] of two that had not seen each other the later wins; it comes first'],
  },
  {
    guard: 'type: a change of the type takes amount, type and category together',
    file: refunds,
    find: "then array['amount', 'type', 'category', 'lines'] else",
    replace: "then array['amount'] else",
    test: [contract, '[S37a] an unseen later edit of the category'],
  },
  {
    guard: 'renames: a name is carried along',
    file: renames,
    find: 'if p_name = step.from_name then p_name := step.to_name; end if;',
    replace: 'null;',
    test: [contract, '[S38a, S38b] takes along an entry whose author did not know'],
  },
  {
    guard: 'renames: also of entries that are added together',
    file: refundsRenamed,
    find: 'if not private.has_renames(p_accounts) then',
    replace: 'if true then',
    test: [contract, '[S38a] takes along each of several entries'],
  },
  {
    guard: 'removals: only members of the account get their content',
    file: laterDeed,
    find: 'and c.account_id in (select private.my_accounts())\n    and not exists',
    replace: 'and not exists',
    test: [contract, '[S39g] who has only a budget'],
  },
  {
    guard: 'removals: a deletion does not stand against a later edit',
    file: stepsApart,
    find: 'if one.stands_by is null then',
    replace: 'if true then',
    test: [contract, '[S39b] a later edit that the deletion had not seen'],
  },
  {
    guard: 'restore: the clocks of the removal are kept',
    file: amountsAlong,
    find: 'content := jsonb_populate_record(null::private.client_transaction, private.since_removal(removal));',
    replace: "return '{}';",
    test: [contract, '[S39f] a restored row is as old as it was'],
  },
  {
    guard: 'restore: it counts against deletions',
    file: amountsAlong,
    find: "private.changed_groups(was, p_row) || '{row}'",
    replace: 'private.changed_groups(was, p_row)',
    test: [contract, '[S39j] a deletion from before the return of the row'],
  },
  {
    guard: 'texts: an unchanged one is not written',
    file: refunds,
    find: 'if cardinality(unchanged) = 1 then p_after := p_after - unchanged; end if;',
    replace: '',
    test: [contract, '[S36i, G5] an edit of a release before 0.3.0'],
  },
  {
    guard: 'texts: such a release says of both what it had seen of the description',
    file: schedulesDecided,
    find: "if p_group = 'notes' and not",
    replace: 'if false and not',
    test: [contract, '[S36i, S36c] such a release says of both'],
  },
  {
    guard: 'truncated pulls: tombstones of rows to come wait',
    file: schedulesPulled,
    find: 'where p_truncated and t.transaction_id = r.row_id',
    replace: 'where false and t.transaction_id = r.row_id',
    test: [contract, '[S41b] brings the tombstone of a row that is still to come'],
  },
  {
    guard: 'retention: what is forgotten is not done again',
    file: `${MIGRATIONS}/20261126000950_known_apart.sql`,
    find: "(m ->> 'number')::bigint <= d.collected",
    replace: 'false',
    test: ['tests/sync/forgotten-mutations.test.ts', 'does not do a forgotten mutation again'],
  },
  {
    guard: 'notices: a field that its user has edited since is left out',
    file: schedulesDecided,
    find: "case n.kind when 'edited' then private.decided_groups(n) else '{}' end",
    replace: "'{}'::text[]",
    test: [contract, '[S40d] leaves out the fields that its user has edited since'],
  },
  {
    guard: 'renames: only the owner of an account renames its categories, also where another account has the name',
    file: merges,
    find: 'if exists (select from public.accounts where account_id = p_account and owner_id = auth.uid()) then return;',
    replace: 'if true then return;',
    test: ['tests/sync/supabase-remote.test.ts', '[S48e] is not renamed by somebody'],
  },
];
