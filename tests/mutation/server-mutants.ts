/** The guards of the database: numbering, merge, rights. */
import type { Mutant } from './mutant.ts';

const schedulesPushed = 'supabase/migrations/20261130000105_schedules_pushed.sql';
const schedulesPulled = 'supabase/migrations/20261130000120_schedules_pulled.sql';
const MIGRATIONS = 'supabase/migrations';
const refunds = `${MIGRATIONS}/20261129000100_refunds.sql`;
const budgetsByType = `${MIGRATIONS}/20261129000120_budgets_by_type.sql`;
const protocol6 = `${MIGRATIONS}/20261129000130_protocol_6.sql`;
const fieldClocks = `${MIGRATIONS}/20261122000610_field_clocks.sql`;
const endings = `${MIGRATIONS}/20261127001410_contributions_that_end.sql`;
const ownOrder = `${MIGRATIONS}/20261127001760_own_order.sql`;
const byAction = `${MIGRATIONS}/20261126000320_undo_by_action.sql`;
const devices = `${MIGRATIONS}/20261122000670_devices.sql`;
const budgetsOfAccounts = `${MIGRATIONS}/20261122000100_budgets_of_accounts.sql`;
const rememberedIds = `${MIGRATIONS}/20261122000110_remembered_ids.sql`;
const reconciliations = `${MIGRATIONS}/20261122100400_reconciliations.sql`;
const notTaken = `${MIGRATIONS}/20261126000210_rows_not_taken.sql`;
const deleters = `${MIGRATIONS}/20261126000970_everybody_who_deleted.sql`;
const apart = `${MIGRATIONS}/20261126000290_decided_apart.sql`;
const knownApart = `${MIGRATIONS}/20261126000950_known_apart.sql`;
const restoredTwice = `${MIGRATIONS}/20261127001750_restored_twice.sql`;
const returnsElsewhere = `${MIGRATIONS}/20261127001630_returns_elsewhere_told.sql`;

export const onServer: readonly Mutant[] = [
  {
    guard: 'ledger: a mutation that comes again gets its old verdict',
    file: protocol6,
    find: 'known := private.known_verdicts(p_mutations);',
    replace: "known := '{}';",
    test: ['tests/backend/sql/push.test.ts', 'a mutation that comes again gets the same verdict and changes nothing'],
  },
  {
    guard: 'ledger: an id stands for one payload',
    file: knownApart,
    find: 'when l.payload_hash = private.payload_hash(m) and',
    replace: 'when true and',
    test: ['tests/backend/sql/push.test.ts', 'an id that was used for something else is refused'],
  },
  {
    guard: 'ledger: an app that reads no list is not told that all was taken',
    file: knownApart,
    find: "(m ? 'apart' or not l.verdict ? 'notTaken')",
    replace: 'true',
    test: ['tests/sync/supabase-remote.test.ts', '[S71e] is not known to an app that does not say so'],
  },
  {
    guard: 'ledger: of two pushes that decide one mutation at once, one must come again',
    file: devices,
    find: "raise serialization_failure using message = 'The same mutation was decided at the same moment.';",
    replace: 'null;',
    test: ['tests/backend/sql/numbering.test.ts', 'a mutation decided in two accounts at once'],
  },
  {
    guard: 'sorted locks: the logs and accounts of a push are locked in order, before anything else',
    file: protocol6,
    find: 'perform private.lock_accounts(locked, p_mutations);',
    replace: '',
    test: ['tests/backend/sql/numbering.test.ts', 'never run into a deadlock'],
  },
  {
    guard: 'second look: a push is sent back if its row moved while it waited',
    file: protocol6,
    find: 'if not private.accounts_of(named.rows, named.called, named.all_owned) <@ locked then',
    replace: 'if false then',
    test: [
      'tests/backend/sql/numbering.test.ts',
      'a push whose row moved while it waited for the log is sent back for a retry',
    ],
  },
  {
    guard: 'row lock: the next number is taken under the lock of the log',
    file: restoredTwice,
    find: 'where l.account_id = p_account for update;',
    replace: 'where l.account_id = p_account;',
    test: ['tests/backend/sql/numbering.test.ts', '12 people write at once without a gap in numbers'],
  },
  {
    guard: 'contributions: whose contribution a move ends that had not seen it is told',
    file: endings,
    find: "where p_current ->> 'budgetId' is not null",
    replace: 'where false',
    test: ['tests/sync/supabase-remote.test.ts', 'whose contribution a move had not seen is told, whichever is later'],
  },
  {
    guard: 'contributions: a move ends a contribution that was made later',
    file: refunds,
    find: "if p_after ->> 'budgetId' is null then kept := kept - 'budgetId'; end if;",
    replace: '',
    test: ['tests/sync/supabase-remote.test.ts', 'whose contribution a move had not seen is told, whichever is later'],
  },
  {
    guard: 'returns by hand: who deleted the row, too, is told',
    file: schedulesPushed,
    find: 'return private.restore_by_hand(private.carry_rows(rows));',
    replace: 'return private.push_restores(private.carry_rows(rows));',
    test: ['tests/sync/supabase-remote.test.ts', 'is told when somebody brings it back who did not know that'],
  },
  {
    guard: 'returns by hand: whoever knew the deletion tells nobody',
    file: returnsElsewhere,
    find: 'else removal.version > removal.cursor::bigint end',
    replace: 'else true end',
    test: [
      'tests/sync/supabase-remote.test.ts',
      'nobody is told by somebody who knew the deletion and brings the row back',
    ],
  },
  {
    guard: 'known values: an edit is taken if its author had seen what stands, or else if it is later',
    file: refunds,
    find: 'elsif (private.knows_all(p_clocks, groups, p_seen, account)',
    replace: 'elsif (true',
    test: [
      'tests/backend/sql/merge.test.ts',
      'of the same field the later edit wins, however late the earlier one arrives',
    ],
  },
  {
    guard: 'clock: a value that changed there and back is not an unchanged one',
    file: refunds,
    find: 'and part.current = part.before and standing.at <= p_edited_at)',
    replace: 'and part.current = part.before)',
    test: ['tests/backend/sql/merge.test.ts', 'a change there and back is a change'],
  },
  {
    guard: 'clamp: an edit from the future counts as now',
    file: fieldClocks,
    find: "'')::timestamptz, clock_timestamp()), clock_timestamp())",
    replace: "'')::timestamptz, clock_timestamp()), 'infinity')",
    also: {
      file: ownOrder,
      find: "least((p_mutation ->> 'editedAt')::timestamptz, clock_timestamp())",
      replace: "(p_mutation ->> 'editedAt')::timestamptz",
    },
    test: ['tests/backend/sql/merge.test.ts', 'a clock that is a year ahead counts as now'],
  },
  {
    guard: 'zero rows: a patch that touches no row because of RLS is forbidden',
    file: deleters,
    find: '      perform private.untouched(strange, true);',
    replace: '      null;',
    test: ['tests/backend/sql/push.test.ts', 'a readable row that the role may not change: forbidden'],
  },
  {
    guard: 'zero rows: a patch of a deleted row is no success',
    file: notTaken,
    find: "    perform private.refuse_row(p_row, 'PT404', 'gone', 'This is not there any more.');",
    replace: '',
    test: ['tests/backend/sql/push.test.ts', 'a row of strangers: gone, as if it were not there'],
  },
  {
    guard: 'sets: an operation waits for an earlier one on the same transaction',
    file: byAction,
    find: "when of_table = 'transactions' then turn else n end",
    replace: "when of_table = 'transactions' then 0 else n end",
    test: ['tests/backend/sql/sets.test.ts', 'on one transaction wait for each other'],
  },
  {
    guard: 'sets: the author is told what is wrong with the first one',
    file: apart,
    find: '  -- The author is told what is wrong with the first one.\n',
    replace: "  perform private.refuse('PT400', 'invalid', 'Something is wrong.');\n",
    test: ['tests/backend/sql/sets.test.ts', 'are refused with the words for the first one that is wrong'],
  },
  {
    guard: 'user check: nobody pushes in the name of another user',
    file: `${MIGRATIONS}/20261121000100_private.sql`,
    find: 'elsif p_user is distinct from auth.uid() then',
    replace: 'elsif false then',
    test: ['tests/backend/sql/push.test.ts', 'a push in the name of another user is refused as a whole'],
  },
  {
    guard: 'protocol check: a device with another protocol is told to upgrade',
    file: `${MIGRATIONS}/20261122000600_protocols.sql`,
    find: 'if p_protocol is null or p_protocol not between private.oldest_protocol() and private.protocol() then',
    replace: 'if false then',
    test: ['tests/backend/sql/push.test.ts', 'an app that speaks another protocol is told to upgrade'],
  },
  {
    guard: 'floor: a cursor from before the dropped removals starts afresh',
    file: schedulesPulled,
    find: 'not between s.floor and s.head',
    replace: 'not between 0 and s.head',
    test: ['tests/backend/sql/pull-afresh.test.ts', 'when tombstones that it has not seen were dropped'],
  },
  {
    guard: 'head: a cursor above the head starts afresh',
    file: schedulesPulled,
    find: 'not between s.floor and s.head',
    replace: 'not between s.floor and 1000000',
    test: ['tests/backend/sql/pull-afresh.test.ts', 'when the cursor is above the head'],
  },
  {
    guard: 'grant: a scope that was taken and given again starts afresh',
    file: schedulesPulled,
    find: "p_cursor ->> 'grantId' is distinct from s.grant_id::text",
    replace: 'false',
    test: ['tests/backend/sql/pull-afresh.test.ts', 'when access was taken away and given again'],
  },
  {
    guard: 'role: only admins change entries of others',
    file: budgetsOfAccounts,
    find:
      'alter policy write on public.transactions\n  ' +
      "using (account_id = any (array(select private.my_accounts('admin')))",
    replace:
      'alter policy write on public.transactions\n  using (account_id = any (array(select private.my_accounts()))',
    test: [
      'tests/sync/supabase-remote.test.ts',
      'an edit without the right to it is refused before anything is compared or merged',
    ],
  },
  {
    guard: 'role: only admins enter an expense into a budget',
    file: budgetsOfAccounts,
    find: "or (type = 'credit' and budget_id = any (array(select private.my_budgets()))",
    replace: 'or (budget_id = any (array(select private.my_budgets()))',
    test: [
      'tests/sync/supabase-remote.test.ts',
      'everybody who has a budget puts money into it, and only its managers take money out',
    ],
  },
  {
    guard: 'role: members cannot change their own role',
    file: budgetsOfAccounts,
    find:
      'alter policy edit on public.memberships\n  ' +
      "using (account_id = any (array(select private.my_accounts('admin')))",
    replace: 'alter policy edit on public.memberships\n  using (account_id = any (array(select private.my_accounts()))',
    test: ['tests/backend/rls/memberships.test.ts', 'changes no role and removes nobody'],
  },
  {
    guard: 'invitation: only the invited address accepts it',
    file: `${MIGRATIONS}/20261127001600_invitations_of_an_address.sql`,
    find: 'where invitation_id = p_id and email = private.my_email() for update;',
    replace: 'where invitation_id = p_id for update;',
    test: ['tests/backend/sql/sharing.test.ts', 'is not seen or answered by anybody else'],
  },
  {
    guard: 'invitation: an answered or revoked one gives no access',
    file: `${MIGRATIONS}/20261127001600_invitations_of_an_address.sql`,
    find: "elsif invitation.status <> 'pending' then",
    replace: 'elsif false then',
    test: ['tests/sync/supabase-remote.test.ts', 'an invitation that was declined or revoked gives nothing any more'],
  },
  {
    guard: 'ids: a budget counts in its own account only',
    file: budgetsByType,
    find:
      '(budget_id = any (array(select private.my_budgets()))\n        ' +
      "and account_id || '/' || budget_id = any (array(select private.my_budget_keys())))\n      or array[",
    replace: 'budget_id is not null\n      or array[',
    test: [
      'tests/backend/sql/reused-ids.test.ts',
      'opens none of its old entries to somebody who still has another budget of that account',
    ],
  },
  {
    guard: 'ids: a tombstone goes only to users of the budget in its own account',
    file: budgetsOfAccounts,
    find: "or r.account_id || '/' || r.budget_id in (select private.my_budget_keys())",
    replace: 'or r.budget_id in (select private.my_budgets())',
    test: ['tests/backend/sql/reused-ids.test.ts', 'says nothing of the old account’s deletions either'],
  },
  {
    guard: 'ids: other accounts cannot take the id of a deleted row',
    file: reconciliations,
    find: 'if spent is not null then',
    replace: 'if false then',
    test: [
      'tests/backend/sql/reused-ids.test.ts',
      'the id of a deleted row is refused to a stranger in the same words as an existing id',
    ],
  },
  {
    guard: 'ids: the id of a deleted account stays its owner’s',
    file: rememberedIds,
    find: 'and r.created_by is distinct from owner)',
    replace: 'and false)',
    test: [
      'tests/backend/sql/reused-ids.test.ts',
      'the id of a deleted row is refused to a stranger in the same words as an existing id',
    ],
  },
  {
    guard: 'ids: those of invitations that are deleted with their budget are remembered',
    file: reconciliations,
    find: "where tg_argv[0] = 'invitation' or not exists",
    replace: "where tg_argv[0] <> 'invitation' and not exists",
    test: [
      'tests/backend/sql/reused-ids.test.ts',
      'the id of a deleted row is refused to a stranger in the same words as an existing id',
    ],
  },
  {
    guard: 'ids: a user who could have moved a transaction can restore it at its new place',
    file: rememberedIds,
    find: 'where not private.might_have_moved(removal))',
    replace: 'where true)',
    test: [
      'tests/backend/sql/reused-ids.test.ts',
      'comes back in the account that it was moved to, for somebody who could have moved it',
    ],
  },
  {
    guard: 'last account: the only account cannot be deleted',
    file: `${MIGRATIONS}/20261121000400_accounts.sql`,
    find: 'if next_default is null and auth.uid() is not null then',
    replace: 'if false then',
    test: [
      'tests/backend/sql/push.test.ts',
      'nobody can delete their last account, not even at the same moment as the other one',
    ],
  },
  {
    guard: 'removals: a row that leaves its month leaves the page too',
    file: budgetsByType,
    find: 'from stayed where left_month',
    replace: 'from stayed where false',
    test: [
      'tests/backend/sql/pull.test.ts',
      'a transaction that leaves its month comes with a tombstone for its old page',
    ],
  },
  {
    guard: 'views: a row that leaves a budget is removed for people who have only the budget',
    file: budgetsByType,
    find: 'or not private.is_in_view(v.budget_id, v.category_name, v.category_type, s.now_nature,',
    replace: 'or false and not private.is_in_view(v.budget_id, v.category_name, v.category_type, s.now_nature,',
    test: ['tests/sync/supabase-remote.test.ts', 'a person who is given a budget sees what it covers and nothing else'],
  },
];
