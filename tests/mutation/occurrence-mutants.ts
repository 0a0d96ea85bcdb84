/** The guards of the occurrences of schedules: whose a key is, what becomes of it, and who is told. */
import type { Mutant } from './mutant.ts';

const MIGRATIONS = 'supabase/migrations/';
const occurrences = `${MIGRATIONS}20261130000110_occurrences.sql`;
const undo = `${MIGRATIONS}20261126000320_undo_by_action.sql`;
const pushed = `${MIGRATIONS}20261130000105_schedules_pushed.sql`;
const occurrencesPushed = `${MIGRATIONS}20261130000115_occurrences_pushed.sql`;
const contract = 'tests/sync/supabase-remote.test.ts';
const database = 'tests/backend/sql/schedules.test.ts';

export const ofOccurrences: readonly Mutant[] = [
  {
    guard: 'schedules: nobody names one of another account in a key',
    file: occurrences,
    find: 'where k.of_schedule and not private.has_schedule(k.account_id, k.import_id) and not exists (',
    replace: 'where false and not exists (',
    test: [contract, 'is refused with a schedule that the account never had, alike whether another one has it'],
  },
  {
    guard: 'schedules: nobody skips for one of another account',
    file: occurrencesPushed,
    find: 'elsif not private.has_schedule(p_account, p_schedule) then',
    replace: 'elsif false then',
    test: [contract, 'is refused with a schedule that the account never had, alike whether another one has it'],
  },
  {
    guard: 'schedules: what a wrong clock adds ahead of time does not come',
    file: occurrencesPushed,
    find: 'refused || private.ahead_of_time(operations, keyed) ||',
    replace: 'refused ||',
    test: [contract, 'that a device adds before it is due anywhere does nothing'],
  },
  {
    guard: 'schedules: an occurrence has the id of its key',
    file: occurrences,
    find: "or (k.kind = 'insert' and k.row_id is distinct from extensions.uuid_generate_v5(k.account_id, k.key))",
    replace: '',
    test: [contract, 'belongs to its row, and to nothing else'],
  },
  {
    guard: 'schedules: a key of a file is none of an occurrence',
    file: occurrences,
    find: 'and (s.of_schedule is distinct from k.of_schedule or (k',
    replace: 'and (false or (k',
    test: [contract, 'belongs to its row, and to nothing else'],
  },
  {
    guard: 'schedules: a key is of one schedule',
    file: occurrences,
    find: '(k.of_schedule and s.import_id <> k.import_id)',
    replace: 'false',
    test: [contract, 'belongs to its row, and to nothing else'],
  },
  {
    guard: 'schedules: only additions and links name an occurrence',
    file: occurrences,
    find: "k.kind not in ('insert', 'patch')\n        or (k.kind",
    replace: 'false\n        or (k.kind',
    test: [database, 'an occurrence that is deleted or restored by its key is refused'],
  },
  {
    guard: 'schedules: a device that adds by itself is told nothing',
    file: occurrences,
    find: "(k).of_schedule and (k).kind = 'insert' and not (k).again",
    replace: 'false',
    test: [contract, 'that was deleted or skipped does not come by itself, and nobody is told'],
  },
  {
    guard: 'schedules: who asks for an occurrence is told of what stands',
    file: occurrences,
    find: "(k).kind = 'insert' and not (k).again",
    replace: "(k).kind = 'insert'",
    test: [contract, 'that a person asks for comes again, and is told of other money that stands'],
  },
  {
    guard: 'schedules: the key of a deleted occurrence says so',
    file: occurrences,
    find: 'where k.row_id = o.transaction_id and k.account_id = o.account_id offset 0)',
    replace: 'where false)',
    test: [contract, 'that was deleted or skipped does not come by itself, and nobody is told'],
  },
  {
    guard: 'schedules: the key of an occurrence that went elsewhere says so',
    file: occurrences,
    find: 'select from public.import_keys k where k.row_id = pairs.transaction_id offset 0)',
    replace: 'select from public.transaction_details d where d.transaction_id = pairs.transaction_id offset 0)',
    test: [contract, 'stays away when it went to another account, and comes back with its key'],
  },
  {
    guard: 'schedules: a link brings no deleted entry back',
    file: occurrences,
    find: "where k.of_schedule and k.kind = 'patch' and k.account_id = any (mine) and removal.version is not null",
    replace: 'where false',
    test: [contract, 'does not bring a deleted entry back that was to take its place, and may still come'],
  },
  {
    guard: 'schedules: an occurrence gives way to a line of a file, with another amount',
    file: occurrencesPushed,
    find: 'and (k.of_schedule or (own_details.import_id is null',
    replace: 'and (false or (own_details.import_id is null',
    test: [contract, 'gives way to a link where nobody touched it, whatever the amount, also to a line'],
  },
  {
    guard: 'schedules: an occurrence gives way to money of its type only',
    file: occurrencesPushed,
    find: 'and other.type = own.type and other.nature',
    replace: 'and other.nature',
    test: [contract, 'stays where somebody touched it, its type is another, or the role forbids'],
  },
  {
    guard: 'schedules: nobody is told of an occurrence that gives way',
    file: occurrencesPushed,
    find: 'select w from unnest(p_ways) w where w.row_id = any (linked) and not w.of_schedule));',
    replace: 'select w from unnest(p_ways) w where w.row_id = any (linked)));',
    test: [contract, 'gives way to a link where nobody touched it, whatever the amount, also to a line'],
  },
  {
    guard: 'schedules: only who writes in the account skips',
    file: occurrencesPushed,
    find: "if p_account in (select private.my_accounts('member')) then return; end if;",
    replace: 'if p_account in (select private.my_accounts()) then return; end if;',
    test: [contract, 'is refused to viewers and guests, as any row is'],
  },
  {
    guard: 'schedules: a skip of what has come is told',
    file: occurrencesPushed,
    find: "elsif standing.fate in ('here', 'moved') then",
    replace: "elsif standing.fate = 'here' then",
    test: [contract, 'is skipped no more where an entry took its place, also one that went elsewhere'],
  },
  {
    guard: 'schedules: what is taken back is the key of this schedule',
    file: occurrencesPushed,
    find: 'and k.key = p_key and k.import_id = p_schedule and k.of_schedule',
    replace: 'and k.key = p_key',
    test: [contract, 'of a file is no key of a schedule'],
  },
  {
    guard: 'schedules: only a deleted occurrence is taken back',
    file: occurrencesPushed,
    find: "and k.fate = 'deleted' and p_account",
    replace: 'and p_account',
    test: [contract, 'is skipped, and may come again'],
  },
  {
    guard: 'schedules: older devices name none in a push',
    file: occurrencesPushed,
    find: 'if private.spoken_protocol() < 6 and private.names_schedules(p_mutation) then',
    replace: 'if false then',
    test: [database, 'names no schedule in a push'],
  },
  {
    guard: 'schedules: an occurrence that is added alone has its key',
    file: occurrencesPushed,
    find: '|| exists(@.key)\n      || exists(@.scheduleId)',
    replace: '|| exists(@.key)',
    test: [database, 'additions that name a schedule and no key are refused, be they many'],
  },
  {
    guard: 'asked by two: who asks for an occurrence that is there is noted',
    file: occurrencesPushed,
    find: '    perform private.note_asked(p_mutation, operations, done);\n',
    replace: '',
    test: [contract, 'stays when who asked first takes that back, and they are told who wants it'],
  },
  {
    guard: 'asked by two: who makes a category that is there is noted',
    file: pushed,
    find: "if p_table = 'categories' and private.is_asked_by_none_else(there.clocks) then",
    replace: 'if false then',
    test: [contract, 'stays when either of them takes it back, and both are told'],
  },
  {
    guard: 'asked by two: who made the row takes no other one’s place',
    file: pushed,
    find: "select coalesce(p_clocks #>> '{row,raised,by}' = auth.uid()::text, true)",
    replace: 'select true',
    test: [contract, 'stays when who asked first asks on another device, too, before they take that back'],
  },
  {
    guard: 'asked by two: nobody takes back the addition of another person',
    file: undo,
    find: '      or other is not null,',
    replace: ',',
    test: [contract, 'stays when who asked second takes that back, and they are told who wants it'],
  },
  {
    guard: 'asked by two: what devices add by themselves is no wish',
    file: occurrences,
    find: 'case when not private.is_silent(k) then s.row_id end',
    replace: 's.row_id',
    test: [contract, 'goes when only devices had added it by themselves'],
  },
];
