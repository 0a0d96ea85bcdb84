/**
 * The log of renamed categories, in memory (S38). It carries names along that were entered before their author knew.
 */

import { renamedLines } from '#domain/money/lines';
import { plainFields } from '#domain/mutations/changed-fields';
import type { Patch } from '#domain/mutations/operations';
import { categoryType } from '#domain/refunds';
import type { TransactionRow } from '#domain/rows';
import { turnsType } from './clocks.ts';
import type { Merge, Rename, State } from './state.ts';
import type { Work } from './work.ts';

export function logRename(
  work: Work,
  accountIds: string[],
  type: string,
  from: string,
  to: string,
  merge?: Merge,
): void {
  if (from === to) return;
  const { device, now: at } = work;
  for (const accountId of accountIds) {
    work.writeRename({
      accountId,
      version: work.number(accountId),
      type,
      from,
      to,
      device,
      at,
      ...(merge && { merge }),
    });
  }
}

/** Returns the name that a category has now which had this name at a version of the account's log. */
export function carriedSince(state: State, accountId: string, type: string, name: string, version: number): string {
  return follow(state, accountId, type, name, (rename) => rename.version > version);
}

/** The category, or the one into which it was merged: who made a budget did not know of that. */
export function standingCategory(work: Work, accountId: string, categoryId: string | null): string | null {
  const { categories } = work.state.tables;
  if (categoryId === null || categories.has(categoryId)) return categoryId;
  const merge = [...work.state.renames.values()]
    .filter((one) => one.accountId === accountId && one.merge?.went?.id === categoryId)
    .sort((a, b) => a.version - b.version)
    .at(-1);
  if (!merge) return categoryId;
  const name = carriedSince(work.state, accountId, merge.type, merge.to, merge.version);
  const now = [...categories.values()].find(
    (one) => one.accountId === accountId && one.type === merge.type && one.name === name,
  );
  return now?.id ?? categoryId;
}

/** Returns the name that a category has now which the author of the mutation knew as `name` (S38a–c). */
export function carriedName(work: Work, accountId: string, type: string, name: string): string {
  const unknown = unknownRenames(work, accountId, type);
  return follow(work.state, accountId, type, name, (rename) => unknown.includes(rename));
}

/** The renames of the account that the author of the mutation did not know. */
export function unknownRenames({ state, cursors, editedAt, device }: Work, accountId: string, type: string): Rename[] {
  const cursor = cursors[accountId];
  return [...state.renames.values()].filter((rename) => {
    if (rename.accountId !== accountId || rename.type !== type) return false;
    if (device !== null && rename.device === device) return false;
    return cursor === undefined ? rename.at > editedAt : rename.version > cursor;
  });
}

function follow(state: State, accountId: string, type: string, name: string, isMeant: (rename: Rename) => boolean) {
  return [...state.renames.values()]
    .filter((rename) => rename.accountId === accountId && rename.type === type && isMeant(rename))
    .sort((a, b) => a.version - b.version)
    .reduce((carried, { from, to }) => (carried === from ? to : carried), name);
}

/** What a transaction or a schedule means its categories by. */
type Naming = Pick<TransactionRow, 'accountId' | 'type'> & { refund?: boolean | undefined };

/** Returns the patch of a transaction or a schedule with the category's names as they are now. */
export function carryPatch(work: Work, row: Naming, named: Patch): Patch {
  const patch = withRefund(named, row);
  const carry = (values: Patch['after'], accountId: string) => {
    const type = (values.type ?? row.type) === 'income' ? 'income' : 'expense';
    const side = categoryType({ type, refund: (values.refund ?? row.refund) === true });
    return renamedRow(values, (name) => carriedName(work, accountId, side, name));
  };
  const target = String(patch.after.accountId ?? row.accountId);
  return { ...patch, before: carry(patch.before, row.accountId), after: carry(patch.after, target) };
}

/** Another type ends a refund, unless the patch says otherwise (S78c). */
function withRefund(patch: Patch, row: Naming): Patch {
  const { before, after } = patch;
  const ends =
    row.refund === true && 'type' in after && !('refund' in after) && after.type !== row.type && turnsType(patch);
  return ends ? { ...patch, before: { ...before, refund: true }, after: { ...after, refund: false } } : patch;
}

/** The row with its category's name as it is now. */
export function carriedRow<T extends Naming>(work: Work, row: T): T {
  return renamedRow(row, (name) =>
    carriedName(work, row.accountId, categoryType({ type: row.type, refund: row.refund ?? false }), name),
  );
}

/** The row, or a part of it, under another name: of its lines where it is split (S66d), else of its category. */
export function renamedRow<T extends object>(row: T, rename: (name: string) => string): T {
  const { category, lines } = plainFields(row);
  if (Array.isArray(lines)) return { ...row, lines: renamedLines(lines, rename) };
  return typeof category === 'string' ? { ...row, category: rename(category) } : row;
}
