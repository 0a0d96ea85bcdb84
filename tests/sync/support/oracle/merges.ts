/**
 * Two categories become one, and apart again by an undo (S79). A merge is a rename of which one thing is remembered:
 * what it took, and whose word stood there. Where somebody has written since, the undo leaves it.
 */
import {
  accountOf,
  type Believed,
  type Merge,
  put,
  type Rename,
  rewrite,
  rowsIn,
  type TakenByMerge,
} from './believed.ts';
import type { Deed } from './chronicle.ts';
import { linesOf, renamedLines } from './lines.ts';
import { fieldOf, type Row, renamed, sideOfRow, standing, type Value } from './rows.ts';
import { doubt } from './wishes.ts';

/** What the merge does beside the rename, which comes after it. */
export function mergeCategories(
  believed: Believed,
  rename: Rename,
  accountId: string,
  deed: Deed,
  index: number,
): void {
  const { type, from, to } = rename;
  const here = rowsIn(believed, 'categories', accountId).filter((row) => fieldOf(row, 'type') === type);
  const went = here.find((row) => fieldOf(row, 'name') === from) ?? null;
  const into = here.find((row) => fieldOf(row, 'name') === to);
  const budgets = new Map<string, string>();
  if (went && into) {
    for (const budget of rowsIn(believed, 'budgets', accountId)) {
      if (fieldOf(budget, 'categoryId') !== went.id) continue;
      put(budget, 'categoryId', standing(deed, { categoryId: into.id }, index, true));
      budgets.set(budget.id, wordOn(budget, 'categoryId'));
    }
    believed.rows.delete(went.id);
  }
  const standingRows = rowsIn(believed, 'transactions', accountId);
  const taken = standingRows.filter((row) => sideOfRow(row) === type).flatMap((row) => takenOf(row, from));
  const merge = { action: deed.action ?? '', rename, accountId, went: went && structuredClone(went), budgets };
  believed.merges.push({ ...merge, rows: new Map(taken), stood: new Set(standingRows.map(({ id }) => id)) });
}

function takenOf(row: Row, from: string): [string, TakenByMerge][] {
  const lines = linesOf(fieldOf(row, 'lines'));
  const ids = new Set((lines ?? []).flatMap(([id, name]) => (mayBe(name, from) ? [id] : [])));
  if (lines ? ids.size === 0 : !mayBe(fieldOf(row, 'category'), from)) return [];
  const group = lines ? ('lines' as const) : ('category' as const);
  return [[row.id, { group, lines: ids, word: wordOn(row, group) }]];
}

export function unmergeCategories(believed: Believed, deed: Deed, index: number): void {
  const { operation } = deed;
  if (operation.kind !== 'call' || operation.name !== 'category.unmerge') return;
  const { type, accountId } = operation.arguments;
  const found = believed.merges.find(
    ({ action, rename, accountId: of }) => action === deed.undoes && of === accountId && rename.type === type,
  );
  if (!found) return;
  // The other category may have another name by now.
  const merge = { ...found, rename: { ...found.rename, to: presentName(believed, found) } };
  believed.merges = believed.merges.filter((one) => one !== found);
  believed.renames = believed.renames.filter((one) => one.index !== found.rename.index);
  if (merge.went) bringBack(believed, merge, merge.went, deed, index);
  for (const row of rowsIn(believed, 'transactions', accountId)) {
    if (sideOfRow(row) === type) giveBack(row, merge);
  }
}

function presentName({ renames }: Believed, { rename: { type, to, index }, accountId }: Merge): string {
  const later = renames.filter((one) => one.index > index && one.accounts.has(accountId) && one.type === type);
  return later.reduce((now, one) => (now === one.from ? one.to : now), to);
}

function bringBack(believed: Believed, merge: Merge, went: Row, deed: Deed, index: number): void {
  const { accountId, rename } = merge;
  const { type, from, to } = rename;
  const standingRow = believed.rows.get(went.id);
  const here = () => rowsIn(believed, 'categories', accountId).filter((row) => fieldOf(row, 'type') === type);
  const named = here().find((row) => fieldOf(row, 'name') === from);
  if (standingRow && fieldOf(standingRow, 'name') === to) rewrite(standingRow, 'name', { name: from });
  else if (!standingRow && !named) believed.rows.set(went.id, went);
  const back = here().find((row) => fieldOf(row, 'name') === from);
  for (const budget of rowsIn(believed, 'budgets', accountId)) {
    if (!back || merge.budgets.get(budget.id) !== wordOn(budget, 'categoryId')) continue;
    put(budget, 'categoryId', standing(deed, { categoryId: back.id }, index, true));
  }
}

/** Where somebody may have written since, or it came later, nobody can tell. */
function giveBack(row: Row, { rename, rows, stood }: Merge): void {
  const { from, to } = rename;
  const taken = rows.get(row.id);
  const group = fieldOf(row, 'lines') === null ? 'category' : 'lines';
  if (!taken) {
    if (!stood.has(row.id) && hasName(row, to)) doubt(row, group);
    return;
  }
  if (taken.group !== group) return;
  if (wordOn(row, group) !== taken.word) {
    if (row.groups.get(group)?.isShared) doubt(row, group);
    return;
  }
  const name = (value: Value) => renamed(value, to, from);
  if (group === 'category') rewrite(row, 'category', { category: name(fieldOf(row, 'category')) });
  else rewrite(row, 'lines', { lines: renamedLines(fieldOf(row, 'lines'), name, taken.lines) });
}

function hasName(row: Row, name: string): boolean {
  const lines = linesOf(fieldOf(row, 'lines'));
  return lines ? lines.some(([, of]) => mayBe(of, name)) : mayBe(fieldOf(row, 'category'), name);
}

/** A budget of a category that was merged covers what that is now. */
export function followMerges(believed: Believed, budget: Row): void {
  const categoryId = fieldOf(budget, 'categoryId');
  if (categoryId === null || believed.rows.has(String(categoryId))) return;
  const merge = believed.merges.findLast(({ went }) => went?.id === categoryId);
  if (!merge) return;
  const { type } = merge.rename;
  const accountId = accountOf(budget);
  const name = presentName(believed, merge);
  const into = rowsIn(believed, 'categories', accountId).find(
    (row) => fieldOf(row, 'type') === type && fieldOf(row, 'name') === name,
  );
  if (into) rewrite(budget, 'categoryId', { categoryId: into.id });
}

function mayBe(value: Value, name: string): boolean {
  return String(value).split('|').includes(name);
}

function wordOn(row: Row, group: string): string {
  const one = row.groups.get(group);
  return JSON.stringify([one?.index, one?.at, one?.by, one?.isShared, one?.alsoBy]);
}
