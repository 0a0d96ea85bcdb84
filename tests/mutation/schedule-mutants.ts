/** The guards of schedules: who writes them, what becomes of their occurrences, and who is told. */
import type { Mutant } from './mutant.ts';

const MIGRATIONS = 'supabase/migrations/';
const schedules = `${MIGRATIONS}20261130000100_schedules.sql`;
const pushed = `${MIGRATIONS}20261130000105_schedules_pushed.sql`;
const decided = `${MIGRATIONS}20261130000107_schedules_decided.sql`;
const pulled = `${MIGRATIONS}20261130000120_schedules_pulled.sql`;
const renamed = `${MIGRATIONS}20261130000125_schedules_renamed.sql`;
const weighed = `${MIGRATIONS}20261130000130_schedules_weighed.sql`;
const contract = 'tests/sync/supabase-remote.test.ts';
const database = 'tests/backend/sql/schedules.test.ts';

export const ofSchedules: readonly Mutant[] = [
  {
    guard: 'schedules: nobody names another maker in the table API',
    file: schedules,
    find: 'if new.created_by is distinct from old.created_by and new.created_by is distinct from auth.uid()',
    replace: 'if false and new.created_by is distinct from auth.uid()',
    test: [database, 'has the rights and checks of a push, and a number for devices'],
  },
  {
    guard: 'schedules: nobody names another maker in a push',
    file: pushed,
    find: "where op -> 'after' ? 'userId' and op #>> '{after,userId}' is distinct from auth.uid()::text)",
    replace: 'where false)',
    also: {
      file: schedules,
      find: 'if new.created_by is distinct from old.created_by and new.created_by is distinct from auth.uid()',
      replace: 'if false and new.created_by is distinct from auth.uid()',
    },
    test: [contract, 'gets another maker only by somebody who names themselves and may write it'],
  },
  {
    guard: 'schedules: their maker comes from the session',
    file: schedules,
    find: '    new.created_by := auth.uid();\n',
    replace: '    new.created_by := (select a.owner_id from public.accounts a where a.account_id = new.account_id);\n',
    test: [database, 'fields that the server sets are ignored or refused'],
  },
  {
    guard: 'schedules: an account has at most so many',
    file: schedules,
    find: 'where s.account_id = places.account_id) > most)',
    replace: 'where s.account_id = places.account_id) > most + 1)',
    test: [contract, 'an account has at most 500'],
  },
  {
    guard: 'schedules: those of who leaves the members have no maker',
    file: schedules,
    find: "where o.target = 'account' and o.role <> 'viewer'",
    replace: "where o.target = 'account' and o.role <> 'viewer' and tg_op = 'UPDATE'",
    test: [contract, 'has no maker after that person left, was removed, or may only look'],
  },
  {
    guard: 'schedules: those of who becomes an admin keep their maker',
    file: schedules,
    find: " and m.target = 'account' and m.role <> 'viewer');",
    replace: " and m.target = 'budget');",
    test: [contract, 'has no maker after that person left, was removed, or may only look'],
  },
  {
    guard: 'schedules: they keep their maker when the account is handed over',
    file: schedules,
    find: "if current_setting('carryover.handing_over', true) = 'on' then return null; end if;",
    replace: '',
    test: [contract, 'keeps its maker when the account is handed over'],
  },
  {
    guard: 'schedules: a deleted user is named by none of them',
    file: schedules,
    find: "where of_table = 'schedules' and before ->> 'userId' = old.id::text;",
    replace: 'where false;',
    test: [database, 'leaves schedules without a maker, and nothing that names them'],
  },
  {
    guard: 'schedules: a rename is no edit of them',
    file: schedules,
    find: "if current_setting('carryover.renaming', true) is distinct from 'on'\n",
    replace: 'if true\n',
    test: [contract, 'follows a rename by its type, also in lines, and that is no edit'],
  },
  {
    guard: 'schedules: their money is one group',
    file: decided,
    find: "p_field in ('type', 'amount', 'refund', 'category', 'lines') then 'type'",
    replace: "p_field in ('type', 'amount', 'refund', 'category', 'lines') then p_field",
    test: ['tests/backend/sql/schemas.test.ts', 'SQL merges the fields of'],
  },
  {
    guard: 'schedules: what of their money lay under own edits was not seen',
    file: decided,
    find: "not p_seen -> 'hidden' ? 'type'",
    replace: 'true',
    test: [contract, 'only the number counts that the first had seen'],
  },
  {
    guard: 'schedules: a notice of a deletion ends when the schedule is back',
    file: decided,
    find: 'or exists (select from public.schedules s where s.schedule_id = p_notice.row_id)',
    replace: '',
    test: [contract, 'tells whose edit its deletion had not seen, and takes it back by an insert'],
  },
  {
    guard: 'schedules: an id that is there with other content is a duplicate',
    file: pushed,
    find: "p_table in ('transactions', 'budgets', 'schedules')",
    replace: "p_table in ('transactions', 'budgets')",
    test: [contract, 'is not added twice under one id'],
  },
  {
    guard: 'schedules: nobody reads their past as history',
    file: decided,
    find: "and c.of_table <> 'schedules'",
    replace: '',
    test: [database, 'nobody reads the past of a schedule as history'],
  },
  {
    guard: 'schedules: older devices get no notices about them',
    file: decided,
    find: "(n.of_table <> 'schedules' or (private.spoken_protocol() >= 6",
    replace: "(n.of_table <> 'schedules' or (true",
    test: [database, 'gets no schedules, no keys of occurrences, no tombstones and no notices'],
  },
  {
    guard: 'schedules: older devices get no tombstones of them',
    file: pulled,
    find: "(r.kind <> 'schedule' or private.spoken_protocol() >= 6)",
    replace: 'true',
    test: [database, 'gets no schedules, no keys of occurrences, no tombstones and no notices'],
  },
  {
    guard: 'schedules: older devices get no keys of occurrences',
    file: pulled,
    find: '      and (with_schedules or not k.of_schedule)\n    group by',
    replace: '    group by',
    test: [database, 'gets no schedules, no keys of occurrences, no tombstones and no notices'],
  },
  {
    guard: 'schedules: a device that becomes a newer one gets the keys of occurrences',
    file: pulled,
    find: 'else private.keys_known(s.account_id, p_cursor) end;',
    replace: "else coalesce((p_cursor ->> 'keys')::bigint, 0) end;",
    test: [database, 'gets them once when it is a newer one'],
  },
  {
    guard: 'schedules: guests get none',
    file: schedules,
    find:
      'create policy read on public.schedules for select to authenticated\n' +
      '  using (account_id = any (array(select private.my_accounts())));',
    replace:
      'create policy read on public.schedules for select to authenticated\n' +
      '  using (account_id = any (array(select private.my_seen_accounts())));',
    test: [database, 'has the rights and checks of a push, and a number for devices'],
  },
  {
    guard: 'schedules: a rename reaches them by the type of their category',
    file: renamed,
    find:
      'private.category_type(type, refund) = p_type and category_name = p_from\n' +
      '    and lines is null and (p_only is null or schedule_id',
    replace: 'type = stored and category_name = p_from\n' + '    and lines is null and (p_only is null or schedule_id',
    test: [contract, 'follows a rename by its type, also in lines, and that is no edit'],
  },
  {
    guard: 'schedules: they name categories as their authors knew them',
    file: pushed,
    find: "case p_table when 'schedules' then private.carry_rows(rows) else rows end",
    replace: 'rows',
    test: [contract, 'is meant as its author knew it'],
  },
  {
    guard: 'schedules: their patches name categories as their authors knew them',
    file: renamed,
    find: "p_table in ('transactions', 'schedules') and private.has_renames",
    replace: "p_table = 'transactions' and private.has_renames",
    test: [contract, 'follows a rename by its type, also in lines, and that is no edit'],
  },
  {
    guard: 'schedules: the undo of a merge leaves those that somebody wrote since',
    file: renamed,
    find: "and s.field_clocks -> 'type' is not distinct from m.clock",
    replace: '',
    test: [contract, 'follows a merge, whose undo gives it back where nobody wrote it since'],
  },
  {
    guard: 'schedules: the undo of a merge leaves lines that were of the other category before',
    file: renamed,
    find: 'private.renamed_lines(s.lines, present, former, one.lines)',
    replace: 'private.renamed_lines(s.lines, present, former)',
    test: [contract, 'follows a merge, whose undo gives it back where nobody wrote it since'],
  },
  {
    guard: 'schedules: a push locks the account of one that it names',
    file: weighed,
    find: 'union select s.account_id from public.schedules s where s.schedule_id = any (p_rows)',
    replace: '',
    test: [database, 'a push waits for another one in the account that it names, also where it changes nothing'],
  },
  {
    guard: 'schedules: a push locks the account of an occurrence that is skipped',
    file: weighed,
    find: 'filter (where private.is_rename(op) or private.is_occurrence(op)),',
    replace: 'filter (where private.is_rename(op)),',
    test: [database, 'a push waits for another one in the account that it names, also where it changes nothing'],
  },
];
