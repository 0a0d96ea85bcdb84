/** The guards of notices: when one ends, and what it tells whom (S40 and S20e of sync/SPEC.md). */
import type { Mutant } from './mutant.ts';

const schedulesDecided = 'supabase/migrations/20261130000107_schedules_decided.sql';
const refunds = 'supabase/migrations/20261129000100_refunds.sql';
const protocol6 = 'supabase/migrations/20261129000130_protocol_6.sql';
const notices = 'supabase/migrations/20261122000630_notices.sql';
const contract = 'tests/sync/supabase-remote.test.ts';
const ownOrder = 'supabase/migrations/20261127001760_own_order.sql';
const repeatsTold = 'supabase/migrations/20261127001670_repeats_told.sql';
const returnsNoted = 'supabase/migrations/20261127001710_returns_noted.sql';
const returnsElsewhere = 'supabase/migrations/20261127001630_returns_elsewhere_told.sql';
const hints = ['tests/backend/sql/hints.test.ts', '[S20e] a notice that is settled'] as const;

export const ofNotices: readonly Mutant[] = [
  {
    guard: 'notices: a deletion that its user made before they were told is no answer',
    file: schedulesDecided,
    find: "and c.author = p_notice.user_id\n        and c.edited_at >= date_trunc('milliseconds', p_notice.at))",
    replace: 'and c.author = p_notice.user_id)',
    test: [contract, '[S40d, G1] stays when its user deleted the row before'],
  },
  {
    guard: 'notices: one of a deletion ends when the row is back',
    file: schedulesDecided,
    find: 'or exists (select from public.transactions t',
    replace: 'or false and exists (select from public.transactions t',
    test: [contract, '[S40e] of a deletion ends when the row is back'],
  },
  {
    guard: 'notices: one of a row that is back waits while the row is gone',
    file: schedulesDecided,
    find: 'or not exists (',
    replace: 'or false and not exists (',
    test: [contract, '[S40e] of a row that is back ends when somebody deletes it'],
  },
  {
    guard: 'notices: one of a row that is back ends when its user edits the row',
    file: schedulesDecided,
    find: "(c.kind = 'removal' or c.edited_at >= date_trunc('milliseconds', p_notice.at))",
    replace: "c.kind = 'removal'",
    test: [contract, '[S40e] of a row that is back ends when somebody deletes it'],
  },
  {
    guard: 'notices: one of a row that is back is not answered by what was made before',
    file: schedulesDecided,
    find: "(c.kind = 'removal' or c.edited_at >= date_trunc('milliseconds', p_notice.at))",
    replace: 'true',
    test: [contract, '[S40e] of a row that is back stays when an edit'],
  },
  {
    guard: 'notices: one of a row that is back is not answered by a deletion of somebody else',
    file: schedulesDecided,
    find: 'and c.author = p_notice.user_id\n          and (c.kind',
    replace: "and (c.kind = 'removal' or c.author = p_notice.user_id)\n          and (c.kind",
    test: [contract, '[S40e] of a row that is back waits'],
  },
  {
    guard: 'notices: whose edit a deletion had not seen is told what a restore writes over it',
    file: returnsElsewhere,
    find: 'perform private.tell_of_restores(told);',
    replace: 'perform told;',
    test: [contract, '[S39h] whose edit the deletion had not seen'],
  },
  {
    guard: 'notices: a restore tells only of values that their author wrote',
    file: returnsElsewhere,
    find: 'where one.user_id::text = any (private.authors(one.clocks',
    replace: 'where true or one.user_id::text = any (private.authors(one.clocks',
    test: [contract, '[S39h] whose edit the deletion had not seen'],
  },
  {
    guard: 'notices: whose edit a deletion had not seen is told what the same file writes over it',
    file: returnsElsewhere,
    find: 'perform private.tell_of_restores(removals);',
    replace: 'perform removals;',
    test: [contract, '[S39h] whose edit a revert had not seen'],
  },
  {
    guard: 'notices: who wrote a value again is told of a deletion that knew of neither',
    file: repeatsTold,
    find: 'else private.authors(p_clocks -> g)::uuid[] end',
    replace: 'else array[written_by] end',
    test: [contract, '[S39a, S36g] who wrote a value again'],
  },
  {
    guard: 'notices: who edited a budget is told of a deletion that had not seen it',
    file: 'supabase/migrations/20261127001730_deletions_of_books_told.sql',
    find: 'if there.client is not null then',
    replace: 'if false then',
    test: [contract, '[S39a] tells whose edit of it its author had not seen'],
  },
  {
    guard: 'notices: who brings back a row that is still there is told of a deletion',
    file: returnsNoted,
    find: "perform private.raise_clocks('transactions', row_id, '{row}')",
    replace: 'perform null',
    test: [contract, '[S39j, S39a] who brings back a row that is still there'],
  },
  {
    guard: 'returns: of a row that is still there, only who may write it',
    file: returnsNoted,
    find: 'from unnest(there) row_id where row_id <> all (mine);',
    replace: 'from unnest(there) row_id where false;',
    test: [contract, '[S39j] who may not write a row that is still there'],
  },
  {
    guard: 'notices: who writes a value again after a deletion that knew it is told',
    file: repeatsTold,
    find: 'where private.is_raised_since(p_clocks, array[g], p_edited_at)) raised on true',
    replace: 'where false) raised on true',
    test: [contract, '[S39a, S36g] who writes a value again later'],
  },
  {
    guard: 'notices: an amount that was only taken along is still its author’s',
    file: ownOrder,
    find: "then jsonb_build_object('along', to_jsonb(private.choosers(p_clocks -> field)))",
    replace: "then jsonb_build_object('along', '[]'::jsonb)",
    test: [contract, '[S37d, G1] an amount that is only taken along'],
  },
  {
    guard: 'notices: of two lost amounts the newer one is told',
    file: refunds,
    find: ' and key <> all (newer)',
    replace: '',
    test: [contract, '[S40d, S36g, G1] tells the amount that its user chose last'],
  },
  {
    guard: 'notices: members get the row as it was when it was last deleted',
    file: protocol6,
    find: "'removed', private.content_as_spoken(coalesce(private.removed_content(n.row_id), '{}')))",
    replace: "'removed', '{}'::jsonb)",
    test: [contract, '[S40f] tells what the row was'],
  },
  {
    guard: 'notices: who has only a budget gets nothing else of a deleted row',
    file: notices,
    find: "c.kind = 'removal' and c.account_id in (select private.my_accounts())\n",
    replace: "c.kind = 'removal'\n",
    test: [contract, '[S40g] tells somebody who has only a budget'],
  },
  {
    guard: 'notices: who has only a budget is told the fields that they wrote',
    file: refunds,
    find: 'if not private.has_account(p_author, account) then',
    replace: 'if false then',
    test: [contract, '[S40g] tells somebody who has only a budget'],
  },
  {
    guard: 'hints: a settled notice makes the devices of its user pull',
    file: notices,
    find: 'private.send_hint(p.user_id, p.scope, l.version + 1)',
    replace: 'private.send_hint(p.user_id, p.scope, l.version)',
    test: hints,
  },
  {
    guard: 'hints: a settled notice makes nobody else pull',
    file: notices,
    find: 'on l.account_id = told_in where p.user_id = auth.uid();',
    replace: 'on l.account_id = told_in;',
    test: hints,
  },
  {
    guard: 'written again: an undo that finds what it wants counts, too',
    file: ownOrder,
    find: "if part.raised <> '{}' then",
    replace: 'if false then',
    test: [contract, 'that finds what it wants counts against older edits'],
  },
  {
    guard: 'own order: an edit does not write over a later one of its device',
    file: refunds,
    find: "if outdated <> '{}' then",
    replace: 'if false then',
    test: [contract, 'an edit that comes after a later one of its device does not write over that'],
  },
  {
    guard: 'own order: a repeated value counts, too',
    file: ownOrder,
    find: "(values (p_clock), (p_clock -> 'raised')) own",
    replace: '(values (p_clock)) own',
    test: [contract, 'nor over a later one that found its value standing'],
  },
  {
    guard: 'written again: an edit from before had not seen it',
    file: refunds,
    find: 'and not private.is_raised_since(p_clocks, groups, p_edited_at)',
    replace: '',
    test: [contract, 'an edit had not seen that its value was written again later'],
  },
  {
    guard: 'notices: what an edit only takes along is told once more',
    file: refunds,
    find: 'if turns or splits then\n    -- What',
    replace: 'if false then\n    -- What',
    test: [contract, 'is told once more when a change of the type only takes'],
  },
  {
    guard: 'notices: a word from before its user was told is none on what belongs together',
    file: refunds,
    find: "c.edited_at >= date_trunc('milliseconds', p_notice.at)",
    replace: 'true',
    test: [contract, 'keeps the rest when a part was edited before it was told'],
  },
  {
    guard: 'scopes: an owner who is a member, too, has the account once',
    file: 'supabase/migrations/20261127001450_owner_is_no_member.sql',
    find: 'where a.owner_id = auth.uid())',
    replace: 'where false)',
    test: ['tests/backend/sql/owner-is-no-member.test.ts', 'has the account once, and their device gets to an end'],
  },
];
