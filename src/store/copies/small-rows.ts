/** Accounts, categories, budgets, reconciliations and schedules of a copy, as the user is to get them. */

import type { Copy } from '#copy/format';
import { ownedAccounts } from '#domain/books/accounts';
import { findCategory } from '#domain/books/categories';
import type { Insert } from '#domain/mutations/operations';
import type { Database } from '../database/database.ts';
import { missingSchedules } from './schedules.ts';
import { idIn, openTarget, type Target, type Targets } from './targets.ts';

interface MissingRows {
  added: Insert[];
  /** Of accounts that are here: these rows were deleted there. */
  deleted: Insert[];
}

type Made = { target: Target; insert: Insert };

export async function smallRows(db: Database, copy: Copy, targets: Targets): Promise<MissingRows> {
  const { categories, ids } = await missingCategories(db, copy, targets);
  const missing = [
    ...categories,
    ...(await missingBudgets(db, copy, targets, ids)),
    ...(await missingReconciliations(db, copy, targets)),
    ...(await missingSchedules(db, copy, targets)),
  ];
  const [deleted, added] = [true, false].map((isHere) =>
    missing.flatMap(({ target, insert }) => ((target.state === 'here') === isHere ? [insert] : [])),
  );
  return { added: [...(await newAccounts(db, targets)), ...(added ?? [])], deleted: deleted ?? [] };
}

/** `ids`: the id of each category in the user's account. An account has one category of a type and name. */
async function missingCategories(db: Database, copy: Copy, targets: Targets) {
  const all = await db.categories.toArray();
  const ids = new Map<string, string>();
  const categories: Made[] = [];
  for (const { accountId, ...row } of copy.categories) {
    const target = openTarget(targets, accountId);
    if (!target) continue;
    const id = idIn(target, row.id);
    const ofTarget = all.filter((one) => one.accountId === target.id);
    const standing = ofTarget.find((one) => one.id === id) ?? findCategory(ofTarget, row.type, row.name);
    ids.set(row.id, standing?.id ?? id);
    const insert: Insert = { kind: 'insert', table: 'categories', row: { ...row, id, accountId: target.id } };
    if (!standing) categories.push({ target, insert });
  }
  return { categories, ids };
}

async function missingBudgets(db: Database, copy: Copy, targets: Targets, categoryIds: ReadonlyMap<string, string>) {
  const made: Made[] = [];
  for (const { accountId, ...row } of copy.budgets) {
    const target = openTarget(targets, accountId);
    const categoryId = row.categoryId === null ? null : categoryIds.get(row.categoryId);
    // A budget of a category that is not there would cover the whole account.
    if (!target || categoryId === undefined || (await db.budgets.get(idIn(target, row.id)))) continue;
    const moved = { ...row, id: idIn(target, row.id), accountId: target.id, categoryId };
    made.push({ target, insert: { kind: 'insert', table: 'budgets', row: moved } });
  }
  return made;
}

async function missingReconciliations(db: Database, copy: Copy, targets: Targets) {
  const made: Made[] = [];
  for (const { accountId, contributor, ...row } of copy.reconciliations) {
    const target = openTarget(targets, accountId);
    if (!target || (await db.reconciliations.get(idIn(target, row.id)))) continue;
    const moved = { ...row, id: idIn(target, row.id), accountId: target.id };
    made.push({ target, insert: { kind: 'insert', table: 'reconciliations', row: moved } });
  }
  return made;
}

/** A millisecond later has no name in four digits. A file that somebody wrote may name it. */
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** They come after the user's own, so those keep the default one. */
async function newAccounts(db: Database, targets: Targets): Promise<Insert[]> {
  const accounts = await db.accounts.toArray();
  const last = ownedAccounts(accounts, db.userId).at(-1);
  const earliest = last ? Date.parse(last.createdAt) + 1 : 0;
  const standing = new Set(accounts.map(({ id }) => id));
  const made = [...targets.values()].filter(({ id }) => !standing.has(id));
  return made.map(({ id, account: { own, ...row } }, n) => {
    const time = Math.min(Math.max(Date.parse(row.createdAt), earliest + n), LATEST);
    const createdAt = time === Date.parse(row.createdAt) ? row.createdAt : new Date(time).toISOString();
    return { kind: 'insert', table: 'accounts', row: { ...row, id, createdAt, ownerId: db.userId } };
  });
}
