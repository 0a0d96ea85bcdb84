/** Merges of categories in the in-memory server, and their undo (S79). */

import type { Insert, Restore } from '#domain/mutations/operations';
import type { Merge, Unmerge } from '#domain/mutations/renames';
import { categoryType } from '#domain/refunds';
import type { ScheduleRow, TransactionRow } from '#domain/rows';
import { roleInAccount } from './access.ts';
import { tellOfDeletion, unknownEdits } from './changes.ts';
import { eraseCategory } from './delete.ts';
import { isNameTaken, nameCategory, updateTransaction, writeBudget } from './patch.ts';
import { Refused } from './refused.ts';
import { carriedName, carriedSince, logRename, renamedRow, unknownRenames } from './renames.ts';
import { renameSchedules } from './schedules.ts';
import type { Rename as Logged, MergedRow } from './state.ts';
import type { Work } from './work.ts';

type Arguments = Merge['arguments'];

/** A row that names categories. */
type Naming = TransactionRow | ScheduleRow;

/** Refuses who does not own the account. */
export function requireOwn(work: Work, accountId: string): void {
  if (work.state.tables.accounts.get(accountId)?.ownerId === work.userId) return;
  throw new Refused(roleInAccount(work.state, work.userId, accountId) ? 'forbidden' : 'gone');
}

export function mergeCategory(work: Work, { type, accountId, seen, ...names }: Arguments): void {
  requireOwn(work, accountId);
  // The two are meant that had these names for its author (S38a).
  const from = nameThatIsMeant(work, accountId, type, names.from);
  if (from === null) return;
  const to = carriedName(work, accountId, type, names.to.trim());
  const mine = [...work.state.tables.categories.values()].filter(
    (row) => row.type === type && work.state.tables.accounts.get(row.accountId)?.ownerId === work.userId,
  );
  const source = mine.find((row) => row.accountId === accountId && row.name === from);
  const target = mine.find((row) => row.accountId === accountId && row.name === to);
  if (!source && !mine.some((row) => row.name === to)) throw new Refused('gone');
  if (from === to) return;
  const budgets: Record<string, string> = {};
  if (source && !target) {
    nameCategory(work, source, to);
  } else if (source && target) {
    for (const budget of work.state.tables.budgets.values()) {
      if (budget.categoryId !== source.id) continue;
      writeBudget(work, budget, { ...budget, categoryId: target.id });
      budgets[budget.id] = clockOf(work, budget.id, 'categoryId');
    }
    const edits = unknownEdits(work, source, seen);
    eraseCategory(work, accountId, source);
    tellOfDeletion(work, 'categories', source, edits);
  }
  const rows = takenBy(work, { accountId, type, from });
  const rename = (name: string) => (name === from ? to : name);
  logRename(work, [accountId], type, from, to, { action: work.action ?? '', went: source ?? null, budgets, rows });
  renameRows(work, accountId, type, (row) => renamedRow(row, rename));
  renameSchedules(work, { accountId, type }, (row) => renamedRow(row, rename));
}

export function unmergeCategory(work: Work, { type, accountId }: Unmerge['arguments']): void {
  requireOwn(work, accountId);
  const log = [...work.state.renames.values()].find(
    (one) => one.accountId === accountId && one.merge?.action === work.undoes && one.type === type,
  );
  if (!log?.merge) throw new Refused('gone');
  const { from } = log;
  // The other category may have another name by now.
  const to = carriedSince(work.state, accountId, type, log.to, log.version);
  const { went, budgets, rows } = log.merge;
  const back = went && bringBack(work, { ...went, type, name: from, accountId }, to);
  for (const budget of work.state.tables.budgets.values()) {
    const isSame = budget.accountId === accountId && budgets[budget.id] === clockOf(work, budget.id, 'categoryId');
    if (back && isSame) writeBudget(work, budget, { ...budget, categoryId: back });
  }
  renameRows(work, accountId, type, (row) => givenBack(work, row, rows.get(row.id), { from, to }));
  renameSchedules(work, { accountId, type }, (row) => givenBack(work, row, rows.get(row.id), { from, to }));
  work.writeRename(log, true);
}

/** Another merge may have come first. What that went into has rows of its own, and nobody means those. */
function nameThatIsMeant(work: Work, accountId: string, type: string, name: string): string | null {
  let from = name;
  for (const log of unknownRenames(work, accountId, type).sort((a, b) => a.version - b.version)) {
    if (log.from !== from) continue;
    const isThere = work.state.tables.categories.get(log.merge?.went?.id ?? '')?.accountId === accountId;
    if (log.merge && !isThere) {
      if (log.merge.went === null) return null;
      throw new Refused('gone');
    }
    from = log.to;
  }
  return from;
}

type NewRow = Restore['row'] | Extract<Insert, { table: 'schedules' }>['row'];

/** Notes a new row that comes under the name of a merged category: an undo of the merge gives it back. */
export function noteCarried(work: Work, row: NewRow): void {
  const { transactions, schedules } = work.state.tables;
  if (transactions.has(row.id) || schedules.has(row.id)) return;
  const type = categoryType({ type: row.type, refund: row.refund ?? false });
  for (const log of unknownRenames(work, row.accountId, type)) {
    const lines = row.lines?.flatMap((one) => (one.category === log.from ? [one.id] : [])) ?? null;
    if (!log.merge || (lines ? lines.length === 0 : row.category !== log.from)) continue;
    const rows = new Map(log.merge.rows).set(row.id, { lines, clock: 'none' });
    work.writeRename({ ...log, merge: { ...log.merge, rows } });
  }
}

/** Returns the id of the category that has the name afterwards. */
function bringBack(work: Work, category: NonNullable<NonNullable<Logged['merge']>['went']>, to: string): string {
  const { accountId, type, name, id } = category;
  const standing = work.state.tables.categories.get(id);
  if (standing?.accountId === accountId && standing.type === type && standing.name === to) {
    nameCategory(work, standing, name);
  } else if (!standing && !isNameTaken(work, category)) {
    work.write('categories', { ...category, version: work.number(accountId) });
    work.say({ rowId: id, groups: [], kind: 'addition' });
  }
  const named = [...work.state.tables.categories.values()].find(
    (one) => one.accountId === accountId && one.type === type && one.name === name,
  );
  return named?.id ?? id;
}

function takenBy(
  work: Work,
  { accountId, type, from }: { accountId: string; type: string; from: string },
): Map<string, MergedRow> {
  const { transactions, schedules } = work.state.tables;
  const rows: Naming[] = [...transactions.values(), ...schedules.values()].filter(
    (row) => row.accountId === accountId && categoryType(row) === type,
  );
  return new Map(
    rows.flatMap((row): [string, MergedRow][] => {
      const lines = row.lines?.flatMap((one) => (one.category === from ? [one.id] : [])) ?? null;
      const isTaken = lines ? lines.length > 0 : row.category === from;
      return isTaken ? [[row.id, { lines, clock: clockOfNames(work, row) }]] : [];
    }),
  );
}

/** As far as nobody wrote its category, or its lines, since. */
function givenBack<Row extends Naming>(
  work: Work,
  row: Row,
  taken: MergedRow | undefined,
  { from, to }: { from: string; to: string },
): Row {
  if (!taken || (taken.lines !== null) !== (row.lines !== null)) return row;
  if (clockOfNames(work, row) !== taken.clock) return row;
  if (!row.lines) return row.category === to ? { ...row, category: from } : row;
  const lines = row.lines.map((line) =>
    line.category === to && taken.lines?.includes(line.id) ? { ...line, category: from } : line,
  );
  return { ...row, lines };
}

function renameRows(
  work: Work,
  accountId: string,
  type: string,
  rename: (row: TransactionRow) => TransactionRow,
): void {
  for (const row of work.state.tables.transactions.values()) {
    if (row.accountId === accountId && categoryType(row) === type) updateTransaction(work, row, rename(row), true);
  }
}

/** The clock of what the row says of its category. A schedule's is of all that it books. */
function clockOfNames(work: Work, row: Naming): string {
  if ('rhythm' in row) return clockOf(work, row.id, 'type');
  return clockOf(work, row.id, row.lines ? 'lines' : 'category');
}

function clockOf(work: Work, id: string, group: string): string {
  const clock = work.state.clocks.get(id)?.[group];
  return clock ? JSON.stringify(clock) : 'none';
}
