/** The guards of import keys: what a file must not do twice, and what its ids must not tell. */
import type { Mutant } from './mutant.ts';

const occurrences = 'supabase/migrations/20261130000110_occurrences.sql';
const occurrencesPushed = 'supabase/migrations/20261130000115_occurrences_pushed.sql';
const keys = 'supabase/migrations/20261122100700_import_keys.sql';
const pushed = 'supabase/migrations/20261122100710_imports_pushed.sql';
const ways = 'supabase/migrations/20261126000255_rows_that_give_way.sql';
const contract = 'tests/sync/supabase-remote.test.ts';
const revert = 'src/store/commands/imports/import-revert.ts';
const fakeKeys = 'tests/sync/support/fake/import-keys.ts';
const histories = ['tests/sync/histories-imports.test.ts', 'in which people import files'] as const;
const kept = ['tests/sync/regressions.test.ts', 'a history that once went wrong ends well:'] as const;
const ownImports = 'supabase/migrations/20261126000230_rows_of_own_imports.sql';
const keysThatStand = 'supabase/migrations/20261126000250_keys_that_stand.sql';
const importsThatReturn = 'supabase/migrations/20261127001640_imports_that_return.sql';

export const ofImports: readonly Mutant[] = [
  {
    guard: 'import keys: a row whose key stands is not made again',
    file: occurrences,
    find: "s.fate in ('here', 'moved') or (s.fate = 'deleted' and not k.again)",
    replace: 'false',
    test: [contract, 'does not bring back what somebody deleted, unless the user wants it'],
  },
  {
    guard: 'import keys: a row that went to another account is not made again',
    file: occurrences,
    find: "s.fate in ('here', 'moved') or (s.fate = 'deleted' and not k.again)",
    replace: "s.fate = 'here' or (s.fate = 'deleted' and not k.again)",
    test: [contract, 'a row that went to another account stays away, and comes back by itself'],
  },
  {
    guard: 'import keys: a key stands for one row',
    file: occurrences,
    find: "when 'patch' then (s.fate in ('here', 'moved') and s.row_id <> k.row_id)",
    replace: "when 'patch' then (false)",
    test: [contract, 'links a row that is there, which then counts as brought'],
  },
  {
    guard: 'import keys: only members name them',
    file: occurrences,
    find: 'select k from unnest(p_keyed) k where k.account_id is not null and k.account_id <> all (mine));',
    replace: 'select k from unnest(p_keyed) k where false);',
    test: [contract, 'nobody without the account learns of imports, keys or origins, nor names keys'],
  },
  {
    guard: 'import keys: an id that is made of a name is refused alike',
    file: keys,
    find: '  perform private.refuse_id(tg_table_name, ',
    replace: '  return new; perform private.refuse_id(tg_table_name, ',
    test: [contract, 'an id that is made of a name needs its proof, so its refusal tells nothing'],
  },
  {
    guard: 'import keys: what a reverted import brought may come again',
    file: keys,
    find: "and (k.fate = 'deleted' or (k.fate = 'here' and not private.is_made_by(k)));",
    replace: 'and false;',
    test: [contract, 'what a reverted import brought may come again'],
  },
  {
    guard: 'transfers of a file: a side whose other side is here is regular',
    file: pushed,
    find: 'case when transfer_id is null or transfer_id not in (select l.transfer_id from lost l) then op',
    replace: 'case when true then op',
    test: [contract, 'whose other side is there, or was deleted, comes as a regular transaction'],
  },
  {
    guard: 'transfers of a file: two devices that link the same rows link them once',
    file: keysThatStand,
    find: 'and other.transfer_id = t.transfer_id',
    replace: 'and false',
    test: [contract, 'is made once, also when another device links the same two rows without having seen it'],
  },
  {
    guard: 'transfers of a file: a link of a row that never came is silent',
    file: occurrences,
    find: 'and extensions.uuid_generate_v5(s.account_id, s.key) = named.row_id',
    replace: 'and false',
    test: [contract, 'is not made of a row that never came, because its key is that of another row'],
  },
  {
    guard: 'transfers of a file: no slice has one side without the other',
    file: 'src/domain/mutations/mutation-slices.ts',
    find: '(one) => one.transferId ?? one',
    replace: '(one) => one',
    test: ['src/domain/mutations/mutation-slices.test.ts', 'no slice has one side of a transfer without the other'],
  },
  {
    guard: 'import keys: what takes an import back leaves rows that another one brought',
    file: occurrences,
    find: "where k.kind = 'delete' and t.account_id = any (mine) and d.import_id is distinct from k.import_id",
    replace: 'where false',
    test: [contract, 'leaves the rows that another import had brought before'],
  },
  {
    guard: 'import keys: a row that gets its origin back has its key back',
    file: ownImports,
    find: 'where w."importId" is not null and k.row_id = w.id',
    replace: 'where false and k.row_id = w.id',
    test: [contract, 'links again what it had linked when that is undone'],
  },
  {
    guard: 'import keys: a row that was only linked comes back without the key',
    file: occurrences,
    find: "when k.fate <> 'reverted' then",
    replace: "when k.fate <> 'here' then",
    test: [contract, 'stays away from a row that it was linked to, also when that is deleted and comes back'],
  },
  {
    guard: 'import keys: a link that brings a deleted row back counts',
    file: occurrences,
    find: '(private.removed_transaction(row_id)).account_id,',
    replace: 'null,',
    test: [contract, 'a link that brings a deleted row back has its key'],
  },
  {
    guard: 'import keys: no edit coalesces with a row that may be there already',
    file: 'src/store/outbox/coalesce.ts',
    find: 'if (isAlone(patch) || isAlone(first)) return null;',
    replace: 'if (isAlone(patch)) return null;',
    test: ['src/store/optimistic/mutations.test.ts', 'no edit coalesces with a row of a file'],
  },
  {
    guard: 'oracle of imports: no row of a file comes twice, twins stay two',
    file: 'src/import/matching/import-key.ts',
    find: '    seen.set(name, occurrence);\n',
    replace: '',
    test: histories,
  },
  {
    guard: 'oracle of imports: what was deleted does not come back unasked',
    file: fakeKeys,
    find: "return kind === 'insert' ? !isAgain",
    replace: "return kind === 'insert' ? false",
    test: histories,
  },
  {
    guard: 'import keys: a link brings back no row that somebody deleted',
    file: occurrences,
    find: 'and not exists (select from public.transactions t where t.transaction_id = k.row_id)) end',
    replace: 'and false) end',
    test: [contract, 'is not made of a row of a file that somebody deleted, and the row stays away'],
  },
  {
    guard: 'oracle of imports: a key stands for one row',
    file: fakeKeys,
    find: "(kind === 'patch' && known.rowId !== rowId)",
    replace: 'false',
    test: histories,
  },
  {
    guard: 'oracle of imports: a revert asks about rows that were changed since',
    file: 'src/store/queries/imports/rows-of-imports.ts',
    find: '(key && row.version <= key.at ? rows.own : rows.changed)',
    replace: '(rows.own)',
    test: histories,
  },
  {
    guard: 'oracle of imports: a revert takes nothing that another import brought',
    file: fakeKeys,
    find: '  work.stands(row.accountId, row.version);\n  return true;',
    replace: '  return false;',
    test: kept,
  },
  {
    guard: 'oracle of imports: a revert leaves no side of a transfer alone',
    file: revert,
    find: '    ...[...alone.values()].map((row) => step(row, unlinkOf(row, { origin: false, side: true }))),\n',
    replace: '',
    test: kept,
  },
  {
    guard: 'oracle of imports: a side that a revert leaves is no side any more',
    file: revert,
    find: "nature: 'regular', transferId: null",
    replace: "nature: 'regular', transferId",
    test: kept,
  },
  {
    guard: 'oracle of imports: a revert takes the id of the bank off what was linked',
    file: revert,
    find: '...(origin && NO_ORIGIN)',
    replace: '...(origin && { ...NO_ORIGIN, bankId })',
    test: kept,
  },
  {
    guard: 'oracle of imports: a revert deletes no row that was linked',
    file: revert,
    find: '...linked.map((row) => step(row, unlinkOf(row, { origin: true, side: isAlone(row) }))),',
    replace: '...linked.map((row) => step(row, removalOf(row))),',
    test: kept,
  },
  {
    guard: 'imports: a row that only a file has made gives way to a link of its line',
    file: occurrencesPushed,
    find: "and s.fate = 'here' and s.row_id <> k.row_id",
    replace: "and false and s.fate = 'here' and s.row_id <> k.row_id",
    test: [contract, 'a row that only a file has made gives way to a link of its line'],
  },
  {
    guard: 'imports: what somebody has touched gives way to no link',
    file: occurrencesPushed,
    find: "and other.field_clocks - 'row' = '{}' and coalesce(d.field_clocks, '{}') = '{}'",
    replace: '',
    test: [contract, 'it stays where somebody has touched it, its money is another, or the role forbids'],
  },
  {
    guard: 'imports: only a row with the same money gives way',
    file: occurrencesPushed,
    find: ' and other.amount = own.amount',
    replace: '',
    test: [contract, 'it stays where somebody has touched it, its money is another, or the role forbids'],
  },
  {
    guard: 'imports: only a row that they may delete gives way',
    file: ways,
    find: 'where w.other = any (mine);',
    replace: ';',
    test: [contract, 'it stays where somebody has touched it, its money is another, or the role forbids'],
  },
  {
    guard: 'imports: one that is back stays when an older revert arrives',
    file: importsThatReturn,
    find: "where i.import_id = (p_operation ->> 'id')::uuid and edits.wins",
    replace: 'where false',
    test: [contract, '[S39j] and comes back stays, with its rows'],
  },
  {
    guard: 'imports: who may not take one back is refused, also when it is back',
    file: importsThatReturn,
    find: '    and (i.account_id in',
    replace: '    and (true or i.account_id in',
    test: [contract, '[S39j, S69d] and comes back is nothing that others may take back'],
  },
];
