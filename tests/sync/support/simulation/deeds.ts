/** What people do on a device. Each deed finds its row by small numbers, and does nothing where there is none. */

import { ACCOUNT_KINDS } from '#domain/account-kinds';
import { newCategory } from '#domain/books/new-categories';
import { defaultAccountId } from '#domain/ids/default-account-id';
import { changedFields } from '#domain/mutations/changed-fields';
import type { Delete, Insert, Operation, Patch } from '#domain/mutations/operations';
import type { AccountRow, BudgetRow, TransactionRow, TransactionType } from '#domain/rows';
import { cancelEntry } from '#store/commands/entries/entry-cancel';
import { entriesToSettle } from '#store/outbox/outbox';
import { change, enter, erase, makeAccount, makeBudget, patchOf } from '../people.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { doBookDeed, isOfBooks } from './book-deeds.ts';
import { type Choice, dateIn, namedBy, pick } from './choice.ts';
import { doFormDeed } from './form-deeds.ts';
import { doImportDeed, isOfFiles } from './import-deeds.ts';
import { doManyDeed } from './many-deeds.ts';
import { mergeTwo } from './merge-deeds.ts';
import { doRefundDeed, isOfRefunds } from './refund-deeds.ts';
import { transactionsOn } from './rows-on-device.ts';
import { doScheduleDeed, isOfSchedules } from './schedule-deeds.ts';
import { doSharing, isSharing } from './sharing-deeds.ts';
import type { Plan, Stage } from './stage.ts';
import { doWholeDeed } from './whole-deeds.ts';

/** Milliseconds in which the user can undo the deletion of an account. */
const UNDO_MS = 10_000;

const typeBy = (number: number): TransactionType => (number % 4 === 3 ? 'income' : 'expense');

export async function doDeed(world: Stage, device: SimulatedDevice, choice: Choice): Promise<void> {
  if (isSharing(choice.deed)) return doSharing(world, device, choice);
  if (isOfBooks(choice.deed)) return doBookDeed(world, device, choice);
  if (choice.deed === 'category.merge') return mergeTwo(world, device, choice);
  if (isOfSchedules(choice.deed)) return doScheduleDeed(world, device, choice);
  if (isOfRefunds(choice.deed)) return doRefundDeed(world, device, choice);
  if (isOfFiles(choice.deed)) return doImportDeed(world, device, choice);
  if (choice.deed.startsWith('rows.')) return doManyDeed(world, device, choice);
  if (choice.deed.startsWith('form.') || choice.deed === 'own.rename') return doFormDeed(world, device, choice);
  if (choice.deed.startsWith('copy.') || choice.deed === 'local.bring') return doWholeDeed(world, device, choice);
  if (choice.deed === 'settle') return settle(world, device, choice);
  if (choice.deed === 'undo') return undo(world, device);
  const isHeld = choice.deed === 'account.delete' && choice.b % 2 === 0;
  const holdUntil = isHeld ? new Date(device.now() + UNDO_MS) : undefined;
  await world.commit(device, await planOf(world, device, choice), holdUntil);
}

async function planOf(world: Stage, device: SimulatedDevice, choice: Choice): Promise<() => Promise<Plan>> {
  switch (choice.deed) {
    case 'edit':
    case 'erase':
    case 'correct':
      return () => onTransaction(world, device, choice);
    case 'bring back': {
      // What the server has is no part of the device's transaction.
      const operations = await broughtBack(world, device, choice);
      return async () => ({ operations });
    }
    default:
      return async () => ({ operations: await elsewhere(world, device, choice) });
  }
}

async function onTransaction(world: Stage, device: SimulatedDevice, choice: Choice): Promise<Plan> {
  const seen = pick(await transactionsOn(device), choice.a);
  return seen ? { operations: withTransaction(world, device, seen, choice), seen } : { operations: [] };
}

function withTransaction(world: Stage, device: SimulatedDevice, row: TransactionRow, { deed, b }: Choice): Operation[] {
  if (deed === 'erase') {
    world.erased.push({ row, by: device });
    return [erase(row)];
  }
  if (deed !== 'correct') return [change(row, fitting(row, changeOf(world, row, b)))];
  const edit = change(row, fitting(row, correctionOf(row, b, world.newNumber())));
  return changedFields('transactions', edit.before, edit.after) ? [edit] : [];
}

/**
 * A form that shows lines sends no amount, type or category without them. One that names the type says whether the row
 * is a refund.
 */
function fitting({ lines, description, ...row }: TransactionRow, after: Patch['after']): Patch['after'] {
  if (!lines) return 'type' in after ? { ...after, refund: row.refund && after.type === row.type } : after;
  const { amount, type, category, ...others } = after;
  return Object.keys(others).length > 0 ? others : { description, notes: `n${amount ?? category}` };
}

function changeOf({ accounts }: Stage, row: TransactionRow, b: number): Patch['after'] {
  const type = b % 2 === 0 ? 'income' : 'expense';
  switch (b % 7) {
    case 0:
    case 1:
      return { amount: b + 1, type };
    case 2:
      return { notes: `n${b}`, description: `d${b}` };
    case 3:
      return { date: dateIn(b) };
    case 4:
      return { accountId: pick(accounts, b) ?? row.accountId };
    case 5:
      return { category: namedBy(b) };
    default:
      return { budgetId: null, amount: b + 1, type: row.type };
  }
}

/**
 * What a form sends: whole groups, with the values on the screen where the user changed nothing. A form that is as it
 * was sends nothing.
 */
function correctionOf(row: TransactionRow, b: number, fresh: number): Patch['after'] {
  const { type, amount, description, notes } = row;
  switch (b % 6) {
    case 0:
      return { amount: fresh, type };
    case 1:
      return { amount: fresh, type, description, notes: `n${fresh}` };
    case 2:
      return { description: `d${fresh}`, notes };
    case 3:
      return { description, notes: `n${fresh}` };
    case 4:
      return { category: namedBy(fresh) };
    default:
      return { amount, type: type === 'income' ? 'expense' : 'income', category: namedBy(fresh) };
  }
}

function accountChange(b: number): Patch['after'] {
  const changes: Patch['after'][] = [
    { name: `About ${b}` },
    { description: `About ${b}` },
    { kind: ACCOUNT_KINDS[b % ACCOUNT_KINDS.length] ?? 'other' },
    { archived: b % 2 === 0 },
    { position: b % 3 === 0 ? null : b / 4 },
  ];
  return pick(changes, b) ?? {};
}

function categoryChange(b: number): Patch['after'] {
  if (b % 2 === 0) return { archived: b % 4 === 0 };
  return { group: b % 3 === 0 ? null : `Group ${b}` };
}

/** Returns the account, the budget and the category that `a` chooses. */
function around({ db }: SimulatedDevice, a: number) {
  return db.transaction('r', db.accounts, db.budgets, db.categories, async () => ({
    account: pick(await db.accounts.orderBy('id').toArray(), a),
    budget: pick(await db.budgets.orderBy('id').toArray(), a),
    category: pick(await db.categories.orderBy('id').toArray(), a),
  }));
}

/** Deeds that make something, or concern an account, category or budget. */
async function elsewhere(world: Stage, device: SimulatedDevice, choice: Choice): Promise<Operation[]> {
  const { account, budget, category } = await around(device, choice.a);
  const { deed, a, b } = choice;
  switch (deed) {
    case 'enter':
      return entered(world, account, budget, choice);
    case 'import':
      return [0, 1, 2].flatMap((n) => entered(world, account, n === 1 ? budget : undefined, { deed, a: a + n, b }));
    case 'write down':
      return writtenDown(world, device, account, choice);
    case 'account.create':
    case 'account.ensure_default':
      return newAccount(world, device, choice);
    case 'account.update':
      return account ? [patchOf('accounts', account, accountChange(b))] : [];
    case 'category.update':
      return category ? [patchOf('categories', category, categoryChange(b))] : [];
    case 'account.delete':
      return deleted('accounts', account);
    case 'category.create':
      return account ? [makeCategory(account.id, b)] : [];
    case 'category.rename':
      return [renamed(account, choice)];
    case 'category.delete':
      return deleted('categories', category);
    case 'budget.create':
      return account ? newBudget(world, device, account.id, b) : [];
    case 'budget.update':
      return budget ? changedBudget(device, budget, b) : [];
    case 'budget.delete':
      return deleted('budgets', budget);
    default:
      return [];
  }
}

/** Now and then as v0.1.0 did it, in all accounts at once. */
function renamed(account: AccountRow | undefined, { a, b }: Choice): Operation {
  const where = account && b % 3 !== 0 ? { accountId: account.id } : {};
  const names = { type: typeBy(b), from: namedBy(a), to: namedBy(b) };
  return { kind: 'call', name: 'category.rename', arguments: { ...names, ...where } };
}

function deleted(table: Delete['table'], row: { id: string } | undefined): Operation[] {
  return row ? [{ kind: 'delete', table, id: row.id }] : [];
}

/** Who deleted the row elsewhere has sent that: nobody brings back what stands, or what never left another device. */
async function broughtBack(
  { erased, server }: Stage,
  { storage }: SimulatedDevice,
  { a }: Choice,
): Promise<Operation[]> {
  const { transactions } = (await server.state()).tables;
  const isGone = ({ id, version }: TransactionRow) => version > 0 && !transactions.has(id);
  const known = erased.filter(({ row, by }) => by.storage === storage || isGone(row));
  const row = pick(known, a)?.row;
  if (!row) return [];
  const { version, userId, userEmail, ...writable } = row;
  return [{ kind: 'restore', table: 'transactions', row: writable }];
}

function newAccount(world: Stage, { person }: SimulatedDevice, { deed, b }: Choice): Operation[] {
  const isDefault = deed === 'account.ensure_default';
  const id = isDefault ? defaultAccountId(person.userId) : world.newId();
  if (!isDefault) world.accounts.push(id);
  return [makeAccount(id, person), makeCategory(id, isDefault ? 0 : b)];
}

async function newBudget(world: Stage, device: SimulatedDevice, accountId: string, b: number): Promise<Operation[]> {
  const categoryId = await categoryFor(device, accountId, b);
  return [{ kind: 'insert', table: 'budgets', row: makeBudget(world.newId(), accountId, categoryId) }];
}

async function changedBudget(device: SimulatedDevice, budget: BudgetRow, b: number): Promise<Operation[]> {
  const after = b % 3 === 0 ? { amount: b + 1 } : { categoryId: await categoryFor(device, budget.accountId, b) };
  return [patchOf('budgets', budget, after)];
}

/** Returns a category of the account, or none: then the budget covers the whole account. */
async function categoryFor({ db }: SimulatedDevice, accountId: string, b: number): Promise<string | null> {
  const categories = await db.categories.where('accountId').equals(accountId).sortBy('id');
  return b % 4 === 0 ? null : (pick(categories, b)?.id ?? null);
}

/** Enters a transaction in an account, or now and then in a budget. */
function entered(
  world: Stage,
  account: Pick<AccountRow, 'id'> | undefined,
  budget: Pick<BudgetRow, 'id' | 'accountId'> | undefined,
  { a, b }: Choice,
): Operation[] {
  const contributes = budget !== undefined && (!account || a % 3 === 2);
  const accountId = contributes ? budget.accountId : account?.id;
  if (!accountId) return [];
  const type = b % 3 === 0 ? 'income' : 'expense';
  const fields = { date: dateIn(b), amount: a + b + 1, category: namedBy(a), type } as const;
  return [enter(world.newNumber(), { ...fields, accountId, budgetId: contributes ? budget.id : null })];
}

/** Enters a transaction with the time that the device's clock shows; on a device without any account, that as well. */
function writtenDown(
  world: Stage,
  device: SimulatedDevice,
  account: AccountRow | undefined,
  { b }: Choice,
): Operation[] {
  const { row } = enter(world.newNumber(), { date: dateIn(b), amount: b + 1, category: namedBy(b) });
  const createdAt = new Date(device.now()).toISOString();
  if (account) return [{ kind: 'insert', table: 'transactions', row: { ...row, createdAt, accountId: account.id } }];
  const made = makeAccount(world.newId(), device.person);
  return made.table === 'accounts' ? [{ ...made, row: { ...made.row, createdAt } }] : [];
}

function makeCategory(accountId: string, b: number): Insert {
  const type = typeBy(b);
  const name = namedBy(b);
  const row = newCategory(accountId, type, name, '2026-01-01T00:00:00.000Z');
  return { kind: 'insert', table: 'categories', row };
}

async function undo(world: Stage, device: SimulatedDevice): Promise<void> {
  const id = world.last.get(device);
  if (!id || !(await cancelEntry(device.db, id))) return;
  world.intents.delete(id);
  world.witness.book.withdraw(id);
}

/** The user resolves an entry that was not applied: retry or discard. */
async function settle(world: Stage, device: SimulatedDevice, { a, b }: Choice): Promise<void> {
  const entry = pick(await entriesToSettle(device.db), a);
  if (entry) await world.decide(device, entry.id, b % 2 === 0);
}
