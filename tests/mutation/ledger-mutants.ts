/** The guards of transfers, splits, statuses and undo (S64 to S68 of sync/SPEC.md). */
import type { Mutant } from './mutant.ts';

const schedulesRenamed = 'supabase/migrations/20261130000125_schedules_renamed.sql';
const MIGRATIONS = 'supabase/migrations';
const refunds = `${MIGRATIONS}/20261129000100_refunds.sql`;
const transfers = `${MIGRATIONS}/20261122100200_transfers.sql`;
const lines = `${MIGRATIONS}/20261122100300_lines.sql`;
const statuses = `${MIGRATIONS}/20261122100410_statuses.sql`;
const byAction = `${MIGRATIONS}/20261126000320_undo_by_action.sql`;
const asAdded = `${MIGRATIONS}/20261127001610_additions_as_added.sql`;
const movesUndone = `${MIGRATIONS}/20261126000310_moves_undone.sql`;
const together = `${MIGRATIONS}/20261122100510_sides_together.sql`;
const inSets = `${MIGRATIONS}/20261126000150_restores_in_sets.sql`;
const fakeMerge = 'tests/sync/support/fake/merge.ts';
const inMemory = 'tests/sync/fake-remote.test.ts';
const kept = ['tests/sync/regressions.test.ts', 'a history that once went wrong ends well:'] as const;
const contract = 'tests/sync/supabase-remote.test.ts';
const natures = 'tests/backend/sql/natures.test.ts';
const undoneActions = 'src/store/commands/undo/action-undo.test.ts';
const keptRows = `${MIGRATIONS}/20261126000285_kept_rows_noted.sql`;
const returnsNoted = `${MIGRATIONS}/20261127001710_returns_noted.sql`;
const budgetsByType = `${MIGRATIONS}/20261129000120_budgets_by_type.sql`;
const ownOrder = `${MIGRATIONS}/20261127001760_own_order.sql`;

export const onTheLedger: readonly Mutant[] = [
  {
    guard: 'transfers: the sides are in two accounts',
    file: transfers,
    find: 'and count(distinct account_id) = 2 ',
    replace: '',
    test: [contract, 'is refused alike with one side, three, one account, one type or two amounts'],
  },
  {
    guard: 'transfers: an id is never used twice',
    file: transfers,
    find: 'if fresh <> made or cardinality(sides)',
    replace: 'if cardinality(sides)',
    test: [contract, 'is made by one mutation of both sides, and never with an id that was used before'],
  },
  {
    guard: 'reconciliations: a tick that did not know of one leaves it',
    file: refunds,
    find: "<> (p_current ->> 'status' = 'reconciled') then reconciles",
    replace: "<> (p_current ->> 'status' = 'reconciled') and false then reconciles",
    test: [contract, 'a tick that did not know of a reconciliation leaves it, however late it is'],
  },
  {
    guard: 'transfers: one side is none',
    file: byAction,
    find: 'perform private.check_sides(), set_config',
    replace: 'perform set_config',
    test: [contract, 'no batch of mutations makes the sides one by one'],
  },
  {
    guard: 'transfers: the table API makes no side',
    file: transfers,
    find: "if sides is null or (tg_op = 'UPDATE' and old.nature <> 'regular') then",
    replace: "if tg_op = 'UPDATE' and old.nature <> 'regular' then",
    test: [natures, 'adds regular transactions, and refuses all others alike'],
  },
  {
    guard: 'transfers: both sides keep what somebody’s deed stands against on one',
    file: keptRows,
    find: 'where is_bound order by',
    replace: 'where false order by',
    test: [contract, 'keep their amounts when somebody has changed one of them later'],
  },
  {
    guard: 'transfers: neither side is deleted when one was edited later',
    file: inSets,
    find: "result.superseded := case when found then 'newer' end;",
    replace: '',
    test: [contract, 'both stay when somebody has edited one of them later than the deletion'],
  },
  {
    guard: 'transfers: an undo takes back both sides or none',
    file: inSets,
    find: "when 'restore' then op -> 'undo' = 'true'",
    replace: "when 'restore' then false",
    test: [contract, 'an undo of a deletion leaves both deleted when somebody has deleted one again'],
  },
  {
    guard: 'transfers: what is kept on both sides is refused to whom it is forbidden',
    file: together,
    find: 'and not exists (select from public.transactions t where t.transaction_id = row_id) then',
    replace: 'then',
    test: [contract, 'a mutation of both is refused who may write only one'],
  },
  {
    guard: 'transfers: on the device, an undo takes back both sides or none',
    file: 'src/store/undo/sides.ts',
    find: 'return isBound && one.taken ?',
    replace: 'return !isBound && one.taken && false ?',
    test: [undoneActions, 'leaves both amounts of a transfer when one side has another one since'],
  },
  {
    guard: 'transfers: no budget covers a side',
    file: budgetsByType,
    find: "or (nature = 'regular' and lines is null and (",
    replace: 'or (lines is null and (',
    also: {
      file: budgetsByType,
      find: "or (t.nature = 'regular' and t.lines is null",
      replace: 'or (t.lines is null',
    },
    test: [natures, 'is not for who has only a budget, also where the category is the same'],
  },
  {
    guard: 'splits: lines add up to the amount',
    file: lines,
    find: "and sum((one -> 'cents')::numeric) = p_amount * 100",
    replace: '',
    test: [contract, 'has lines that add up to its amount, in the category Split'],
  },
  {
    guard: 'splits: an edit that names no lines leaves what they decide',
    file: refunds,
    find: "elsif unseen_lines and part.field_group in ('amount', 'category') then",
    replace: 'elsif false then',
    test: [contract, 'keeps amount, type and category against an edit that names no lines, and takes the rest'],
  },
  {
    guard: 'splits of the server in memory: an edit that names no lines leaves what they decide',
    file: fakeMerge,
    find: 'const missesLines = !splits && ',
    replace: 'const missesLines = false && ',
    test: [inMemory, 'keeps amount, type and category against an edit that names no lines, and takes the rest'],
  },
  {
    guard: 'oracle of splits: an edit that names no lines is not refused',
    file: fakeMerge,
    find: 'const missesLines = !splits && ',
    replace: 'const missesLines = false && ',
    test: kept,
  },
  {
    guard: 'oracle of splits: lines are taken or kept with the amount',
    file: fakeMerge,
    find: "const groups = binds && group === 'amount' ? SPLIT_FIELDS : [group];",
    replace: 'const groups = [group];',
    test: kept,
  },
  {
    guard: 'splits: the table API writes no lines, and nothing that they hold',
    file: lines,
    find: 'if private.pushing() then return new; end if;',
    replace: 'return new;',
    test: [
      'tests/backend/sql/lines.test.ts',
      'writes no lines, and no amount, type or category of a row that has them',
    ],
  },
  {
    guard: 'splits: a budget shows no row of a split',
    file: budgetsByType,
    find: "or (nature = 'regular' and lines is null and (",
    replace: "or (nature = 'regular' and (",
    also: {
      file: budgetsByType,
      find: "or (t.nature = 'regular' and t.lines is null",
      replace: "or (t.nature = 'regular'",
    },
    test: [
      'tests/backend/sql/lines.test.ts',
      'shows a member of a budget the lines that it covers, and no row of a split',
    ],
  },
  {
    guard: 'splits: a budget shows only the lines that it covers',
    file: budgetsByType,
    find: 'array(select private.my_views()));\n\ncreate or replace function private.scope_whole',
    replace: 'array(select private.my_views()) or true);\n\ncreate or replace function private.scope_whole',
    also: {
      file: budgetsByType,
      find: "or private.category_type(l.type, false) || '/' || l.category_name = any (array(",
      replace: "or true or private.category_type(l.type, false) || '/' || l.category_name = any (array(",
    },
    test: [contract, 'shows people who have only a budget its lines there, their sum, and nothing else of it'],
  },
  {
    guard: 'statuses: only members of the account read them',
    file: `${MIGRATIONS}/20261122100400_reconciliations.sql`,
    find: 'transaction_details for select to authenticated\n  using (account_id',
    replace: 'transaction_details for select to authenticated\n  using (true or account_id',
    test: [contract, 'people who have only a budget do not read it, and their edits leave it'],
  },
  {
    guard: 'statuses: only admins reconcile',
    file: statuses,
    find: "private.my_accounts(case when 'reconciled' in (p_from, p_to) then 'admin' else 'member' end))",
    replace: "private.my_accounts('member'))",
    test: [contract, 'members clear their own rows, and reconcile none'],
  },
  {
    guard: 'undo: only what this very device wrote is taken back, where no action is named',
    file: byAction,
    find: "or p_clocks #>> array[p_group, 'd'] is distinct from private.device()::text)",
    replace: 'or false)',
    test: [contract, 'leaves a value that somebody else wrote, also when it is the same one'],
  },
  {
    guard: 'undo: only what still stands is taken back',
    file: schedulesRenamed,
    find: 'continue when part.stands and private.may_be_undone(',
    replace: 'continue when private.may_be_undone(',
    test: [contract, 'leaves a value that another mutation of the action wrote over'],
  },
  {
    guard: 'undo: what was done since stands',
    file: asAdded,
    find: "if change.undoes is null then return case when change.kind <> 'removal' then false end; end if;",
    replace: 'if change.undoes is null then return null; end if;',
    test: [contract, 'leaves a value that a later action of the same device wrote again'],
  },
  {
    guard: 'undo: what was undone has no word',
    file: asAdded,
    find: "continue when change.action || ' ' || change.author = any (undone);",
    replace: 'continue when false;',
    test: [contract, 'has the last word again when what came after it was undone'],
  },
  {
    guard: 'undo: nobody names the action of another',
    file: asAdded,
    find: 'then return coalesce(change.is_own, false); end if;',
    replace: 'then return true; end if;',
    test: [contract, 'of another person takes nothing back, whatever action it names'],
  },
  {
    guard: 'reconciliations: one from before is no answer to a tick that is lost',
    file: refunds,
    find: "filter (where field_group <> 'status' or is_answer or not counted)",
    replace: '',
    test: [contract, '[S68i, S40d] whose tick is lost hears of it'],
  },
  {
    guard: 'undo: what a row has otherwise whose deletion was forgotten is told',
    file: returnsNoted,
    find: "select case when kept is not null then 'newer' end, coalesce(kept",
    replace: 'select null, coalesce(kept',
    test: [contract, '[S67c] says what is otherwise where the server knows of no deletion'],
  },
  {
    guard: 'undo: a row that was deleted again stays deleted',
    file: ownOrder,
    find: 'if p_removal.change_id is not null and not private.may_come_back(p_removal) then',
    replace: 'if false then',
    test: [contract, 'leaves a row deleted that a later action of the same device deleted again'],
  },
  {
    guard: 'undo: what a move took from a row is there again',
    file: movesUndone,
    find: 'perform private.give_details_back(moved);',
    replace: 'null;',
    test: [contract, 'a row that goes back to its account has there what the move took from it'],
  },
  {
    guard: 'undo: the server knows what a move took, and not the device',
    file: schedulesRenamed,
    find: 'p_operation := private.without_details(p_operation);',
    replace: 'null;',
    test: [contract, 'a row that goes back to its account has there what the move took from it'],
  },
  {
    guard: 'undo: a row is reconciled again only where its reconciliation is there',
    file: byAction,
    find: 'select case when stays then row else',
    replace: 'select case when true then row else',
    test: [contract, 'it is reconciled again, and cleared where the reconciliation is gone'],
  },
  {
    guard: 'undo: on the device, too, what a move took is there again',
    file: 'src/store/optimistic/transaction-effects.ts',
    find: 'return undo ? { ...PLAIN, ...after } : { ...after, ...PLAIN };',
    replace: 'return { ...after, ...PLAIN };',
    test: ['tests/sync/undo.test.ts', 'of a move brings back status and reconciliation, at once and after the sync'],
  },
];
