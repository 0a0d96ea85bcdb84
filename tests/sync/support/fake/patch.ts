/** `patch` of the in-memory server: merge, new version, and tombstones where the row leaves a view. */

import * as v from 'valibot';
import { FEWEST_LINES, leftToAssign, SPLIT } from '#domain/money/lines';
import { plainFields } from '#domain/mutations/changed-fields';
import type { Patch } from '#domain/mutations/operations';
import { sameValue } from '#domain/mutations/same-value';
import { takesRefund } from '#domain/refunds';
import { AccountRow, BudgetRow, CategoryRow, PLAIN, ScheduleRow, TransactionRow } from '#domain/rows';
import { atLeast, mayWrite, roleInAccount, sharedViews } from './access.ts';
import { authorsIn, type Clocks, choosersIn, takenAlong, turnsType } from './clocks.ts';
import { endKeys } from './key-fates.ts';
import { changedGroups, clockOf, type Merged, merge, pick, type Told, tellAll, type Values } from './merge.ts';

import { checkNature } from './natures.ts';
import { noticesOf } from './notices.ts';
import { touchReconciliations } from './reconciliations.ts';
import { Refused } from './refused.ts';
import { carryPatch, standingCategory } from './renames.ts';
import { mayWriteSchedule, writeSchedule } from './schedules.ts';
import { isSame, isSameOrigin, originOf, readableRow, writeOrigin, writeStatus } from './status.ts';
import type { Work } from './work.ts';

/** Returns what was decided for each field; undefined where the row is not there. */
export function patch(work: Work, entered: Patch): Merged | undefined {
  const found = work.readable(entered.table, entered.id);
  if (!found) {
    const { by } = work.untouched(entered.id, false);
    work.supersede(entered.id, { reason: 'deleted', kept: {}, by: work.email(by) });
    return undefined;
  }
  const ofTransaction = entered.table === 'transactions';
  const row = ofTransaction ? readableRow(work.state, work.userId, v.parse(TransactionRow, found)) : found;
  const operation = carried(work, entered, row);
  const accountId = 'accountId' in row ? String(row.accountId) : row.id;
  work.stands(accountId, row.version);
  const clocks = work.state.clocks.get(row.id) ?? {};
  const merged = merge(work, row, operation);
  tellOnceMore(work, operation, merged, clocks);
  if (operation.table === 'transactions') {
    const shown = v.parse(TransactionRow, row);
    if (!mayWrite(work.state, work.userId, shown)) throw new Refused('forbidden');
    write(work, shown, v.parse(TransactionRow, { ...shown, ...merged.taken }));
  } else {
    const schedule = operation.table === 'schedules' ? v.parse(ScheduleRow, row) : null;
    const isAdmin = atLeast(roleInAccount(work.state, work.userId, accountId), 'admin');
    const mayEdit = schedule ? mayWriteSchedule(work, schedule) : isAdmin;
    // Nobody edits these.
    if (!mayEdit || operation.table === 'reconciliations' || operation.table === 'imports')
      throw new Refused('forbidden');
    updateSmall(work, operation.table, accountId, row, { ...row, ...merged.taken });
  }
  conclude(work, operation, accountId, merged, clocks);
  return merged;
}

/** The patch with the names of categories as they are now, where its table names any. */
function carried(work: Work, patch: Patch, row: object): Patch {
  if (patch.table === 'schedules') return carryPatch(work, v.parse(ScheduleRow, row), patch);
  return patch.table === 'transactions' ? carryPatch(work, v.parse(TransactionRow, row), patch) : patch;
}

/** What a change of the type or of lines only takes along is no answer to a notice. So it is told once more (S40d). */
function tellOnceMore({ state, userId }: Work, patch: Patch, { taken, told }: Merged, clocks: Clocks) {
  const { id, table, before, after } = patch;
  if (!turnsType(patch) && !('lines' in after)) return;
  // What its user chose since, and loses now, is the newer one of two.
  const lostNow = Object.keys(told.get(userId)?.lost ?? {});
  const newer = lostNow.filter((field) => choosersIn(clocks[clockOf(table, field)]).has(userId));
  for (const { rowId, kind, lost } of noticesOf(state, userId)) {
    if (rowId !== id || kind !== 'edited') continue;
    const fields = Object.keys(lost).filter(
      (field) =>
        !newer.includes(field) &&
        field in taken &&
        sameValue(before[field], after[field]) &&
        !sameValue(taken[field], plainFields(lost)[field]),
    );
    if (fields.length > 0) tellAll(told, new Set([userId]), pick(plainFields(lost), fields), pick(taken, fields));
  }
}

/** Groups that only members of the account know. */
const HIDDEN = ['status', 'bankId'];

/** Notes that the author wants what stands in these groups, as far as they know them (S36g). */
export function raiseKnown(
  work: Work,
  { id, table }: Pick<Patch, 'id' | 'table'>,
  accountId: string,
  groups: readonly string[],
) {
  const isMember = atLeast(roleInAccount(work.state, work.userId, accountId), 'member');
  const known = groups.filter((group) => table !== 'transactions' || !HIDDEN.includes(group) || isMember);
  if (known.length > 0) work.raise(id, known);
}

/** `clocks`: those that the edit met. */
function conclude(
  work: Work,
  { id, table }: Patch,
  accountId: string,
  { raised, kept, keptBy, told }: Merged,
  clocks: Clocks,
) {
  raiseKnown(work, { id, table }, accountId, raised);
  for (const [userId, values] of told) {
    const hasAccount = roleInAccount(work.state, userId, accountId) !== null;
    const { lost, stands } = hasAccount ? values : ofAuthor(userId, table, values, clocks);
    if (Object.keys(lost).length === 0) continue;
    work.tell(userId, { accountId, table, rowId: id, kind: 'edited', lost, stands });
  }
  if (Object.keys(kept).length > 0) work.supersede(id, { reason: 'newer', kept, by: work.email(keptBy) });
}

/** The values in the fields that this person wrote (S40g). A change of the type binds fields of others. */
function ofAuthor(userId: string, table: Patch['table'], { lost, stands }: Told, clocks: Clocks): Told {
  const isTheirs = (field: string) => {
    return authorsIn(clocks[clockOf(table, field)]).has(userId);
  };
  const theirs = (values: Values) => Object.fromEntries(Object.entries(values).filter(([field]) => isTheirs(field)));
  return { lost: theirs(lost), stands: theirs(stands) };
}

/** Writes what was taken. `shown`: the row as the user may read it. */
function write(work: Work, shown: TransactionRow, wanted: TransactionRow) {
  const { tables } = work.state;
  const there = tables.transactions.get(shown.id) ?? shown;
  const standing = { status: there.status, reconciliationId: there.reconciliationId, ...originOf(there) };
  updateTransaction(work, { ...shown, ...standing }, { ...wanted, ...standing });
  const written = tables.transactions.get(shown.id);
  // On a move to another account both end by themselves (S68d, S69c).
  if (!written || wanted.accountId !== shown.accountId) return;
  if (!isSame(wanted, shown)) writeStatus(work, written, wanted);
  const now = tables.transactions.get(shown.id) ?? written;
  if (!isSameOrigin(wanted, shown)) writeOrigin(work, now, wanted);
}

/** Lines are at least two and add up to the amount, and a contribution has none (S66a). */
export function requireFittingLines({ amount, category, budgetId, nature, lines }: TransactionRow) {
  if (!lines) return;
  const fits = lines.length >= FEWEST_LINES && leftToAssign(amount, lines) === 0;
  const ids = new Set(lines.map(({ id }) => id.toLowerCase()));
  if (!fits || ids.size < lines.length || category !== SPLIT || budgetId !== null || nature !== 'regular')
    throw new Refused('invalid');
}

/** Only a regular row that is whole and no contribution is a refund (S78b). */
export function requireRefund(row: TransactionRow) {
  if (row.refund && !takesRefund(row)) throw new Refused('invalid');
}

/** A refund ends with what makes the row something else (S78c). */
function withoutLostRefund(before: TransactionRow, row: TransactionRow): TransactionRow {
  return before.refund && row.refund && !takesRefund(row) ? { ...row, refund: false } : row;
}

/** A contribution takes the budget's category. On a move to another account it stops being one. */
export function withBudget(work: Work, row: TransactionRow, isLenient: boolean): TransactionRow {
  const budget = work.state.tables.budgets.get(row.budgetId ?? '');
  if (budget?.accountId === row.accountId) {
    const category = work.state.tables.categories.get(budget.categoryId ?? '')?.name ?? 'Uncategorized';
    return { ...row, category };
  }
  if (!isLenient) throw new Refused('reference');
  return { ...row, budgetId: null };
}

/**
 * Writes the new form of a transaction, if the user may. A rename of its category is no edit (S38d): whoever edited the
 * category did so under the old name.
 */
export function updateTransaction(work: Work, row: TransactionRow, wanted: TransactionRow, isRename = false) {
  const { state, userId } = work;
  const moved = wanted.accountId !== row.accountId;
  const isOther = moved || wanted.budgetId !== row.budgetId;
  const placed = wanted.budgetId !== null && isOther ? withBudget(work, wanted, moved) : wanted;
  const next = withoutLostRefund(row, moved ? { ...placed, ...PLAIN } : placed);
  checkNature(work, row, next, { isRename });
  const groups = changedGroups('transactions', row, next);
  // Before the number: to an account that the server does not know, too, nobody may write.
  if (!mayWrite(state, userId, next)) throw new Refused('forbidden');
  requireFittingLines(next);
  requireRefund(next);
  const version = groups.length > 0 ? work.number(next.accountId) : row.version;
  if (groups.length === 0) return;
  const before = sharedViews(state, row);
  work.write('transactions', { ...next, version });
  if (moved) work.renumber(row.id, row.accountId, version);
  if (!isRename) {
    work.stamp(row.id, groups, version, takenAlong(row, next));
    const { accountId } = row;
    work.recordChange({ accountId, version, rowId: row.id, kind: 'change', groups, before: row });
    if (moved || groups.includes('amount')) touchReconciliations(work, [row.reconciliationId]);
  }
  const leftMonth = next.date.slice(0, 7) !== row.date.slice(0, 7);
  const what = { kind: 'transaction' as const, id: row.id, date: row.date };
  if (moved) {
    work.remove(row.accountId, work.number(row.accountId), what, [null, ...before], row);
    endKeys(work, row.id, row.accountId, 'moved');
    return endKeys(work, row.id, next.accountId, 'here');
  }
  const after = sharedViews(state, next);
  const views = before.filter((view) => leftMonth || !after.includes(view));
  work.remove(row.accountId, version, what, leftMonth ? [null, ...views] : views, row);
}

function updateSmall(
  work: Work,
  table: Exclude<Patch['table'], 'transactions'>,
  accountId: string,
  row: object & { id: string },
  wanted: object & { id: string },
) {
  const groups = changedGroups(table, row, wanted);
  if (groups.length === 0) return;
  const version = work.number(accountId);
  const next = { ...wanted, version };
  work.recordWrite({ accountId, rowId: row.id, groups, removed: null });
  if (table === 'accounts') work.write(table, v.parse(AccountRow, next));
  else if (table === 'categories') renameCategoryRow(work, v.parse(CategoryRow, next));
  else if (table === 'budgets') updateBudget(work, v.parse(BudgetRow, next), groups);
  else if (table === 'schedules') writeSchedule(work, v.parse(ScheduleRow, row), next);
  work.stamp(wanted.id, groups, version);
}

/** Gives a category another name. */
export function nameCategory(work: Work, row: CategoryRow, name: string): void {
  const { id, accountId } = row;
  const version = work.number(accountId);
  renameCategoryRow(work, { ...row, name, version });
  work.stamp(id, ['name'], version);
  work.recordWrite({ accountId, rowId: id, groups: ['name'], removed: null });
}

/** A budget covers by its category's name, so another name changes its view. */
function renameCategoryRow(work: Work, row: CategoryRow) {
  if (isNameTaken(work, row)) throw new Refused('duplicate');
  work.write('categories', row);
  work.regrantWhere((budget) => budget.categoryId === row.id);
}

export function isNameTaken({ state }: Work, { id, accountId, type, name }: CategoryRow): boolean {
  return [...state.tables.categories.values()].some(
    (other) => other.id !== id && other.accountId === accountId && other.type === type && other.name === name,
  );
}

/** Writes a budget in another form. */
export function writeBudget(work: Work, row: BudgetRow, wanted: BudgetRow): void {
  updateSmall(work, 'budgets', row.accountId, row, wanted);
}

function updateBudget(work: Work, named: BudgetRow, groups: string[]) {
  const row = withStandingCategory(work, named);
  work.write('budgets', row);
  if (groups.includes('categoryId')) work.regrantWhere((budget) => budget.id === row.id);
}

/** A budget's category belongs to the budget's account. One that was merged is the other one by now (S79b). */
export function withStandingCategory(work: Work, row: BudgetRow): BudgetRow {
  const categoryId = standingCategory(work, row.accountId, row.categoryId);
  if (categoryId !== null && work.state.tables.categories.get(categoryId)?.accountId !== row.accountId) {
    throw new Refused('reference');
  }
  return { ...row, categoryId };
}
