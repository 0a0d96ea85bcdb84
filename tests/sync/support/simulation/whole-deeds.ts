/** Deeds with whole books: copies that are written and restored, and what somebody entered without a login. */

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect } from 'vitest';
import { plainAmount } from '#domain/money/money';
import type { Operation } from '#domain/mutations/operations';
import { createAccount } from '#store/commands/accounts/account-create';
import { restoreCopy } from '#store/commands/copy-restore';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { addTransfer } from '#store/commands/transfers/transfer-add';
import { planRestore } from '#store/copies/restore-plan';
import { type BrowserStorage, Database } from '#store/database/database';
import { carryOverOne } from '#store/local/carry-over';
import { startOnDevice } from '#store/local/start';
import { decideToBring } from '#store/local/target';
import { readEverything } from '#store/queries/copies/everything';
import { readCarryOvers } from '#store/session/carry-overs';
import { Device } from '#store/session/device';
import { readLocalUser } from '#store/session/local-user';
import { strike } from '../faults/strikes.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { type Choice, dateIn, pick } from './choice.ts';
import type { Stage } from './stage.ts';

/** Milliseconds. */
const A_MINUTE = 60_000;

export async function doWholeDeed(world: Stage, device: SimulatedDevice, choice: Choice): Promise<void> {
  if (choice.deed === 'local.bring') return bring(world, device, choice);
  if (choice.deed === 'copy.restore') return restore(world, device, choice);
  world.copies.push(await readEverything(device.db, new Date(device.now())));
}

/** Anybody may restore the copy: it goes into the accounts themselves, or into new ones of another person. */
async function restore(world: Stage, device: SimulatedDevice, { a, b }: Choice): Promise<void> {
  const copy = pick(world.copies, a);
  if (!copy) return;
  const { db, person } = device;
  const plan = await planRestore(db, copy, person.userEmail);
  if (plan.added.length + plan.deleted.length === 0 || plan.targets.some(({ state }) => state === 'waiting')) return;
  if (plan.targets.some(({ state }) => state === 'new')) strike('a copy that was restored into new accounts');
  if (plan.targets.some(({ state }) => state === 'here')) strike('a copy that was restored where its accounts are');
  const withDeleted = b % 2 === 0;
  if (withDeleted && plan.deleted.length > 0) strike('a copy that brought back what was deleted since');
  await world.command(device, async (db, actor, now) => {
    return { ok: await restoreCopy(db, actor, plan, { withDeleted }, now), actionId: '' };
  });
}

/** Books with a transfer, which somebody kept without a login and now brings along. */
async function bring(world: Stage, device: SimulatedDevice, { b }: Choice): Promise<void> {
  const { db, person, now } = device;
  if ((await db.cursors.count()) === 0) return;
  const storage: BrowserStorage = { indexedDB: new IDBFactory(), IDBKeyRange };
  const browser = new Device(storage);
  // Rows keep the times that they got then (S63d), whatever the clock shows now.
  const at = new Date(now() - A_MINUTE);
  await startOnDevice(browser, at, storage);
  const local = await readLocalUser(browser);
  if (!local) return;
  const entered = await keepBooks(world, new Database(local.id, storage), { userId: local.id, email: '' }, b, at);
  const actor = { userId: person.userId, email: person.userEmail };
  await decideToBring(browser, db, actor, [], at, storage);
  const [carryOver] = await readCarryOvers(browser);
  if (!carryOver) return;
  const before = new Set(await db.outbox.orderBy('seq').primaryKeys());
  await world.command(device, async () => {
    await carryOverOne(browser, db, actor, carryOver, { browser: storage });
    return { ok: true, actionId: '' };
  });
  browser.close();
  strike('books without a login that were brought along');
  const made = (await db.outbox.toArray()).filter(({ seq }) => !before.has(seq)).flatMap((one) => one.operations);
  const amounts = made.flatMap((one) => (one.kind === 'insert' && one.table === 'transactions' ? one.row.amount : []));
  expect(amounts.sort(), 'all that was in the local books').toEqual(entered.sort());
  world.accounts.push(...made.flatMap(accountIn));
}

/** Two accounts, a transfer between them, and two transactions. Returns the cents of all rows. */
async function keepBooks(
  world: Stage,
  local: Database,
  actor: { userId: string; email: string },
  b: number,
  at: Date,
): Promise<number[]> {
  await createAccount(local, actor, { name: `Local ${world.newNumber()}` }, at);
  const [one = '', other = ''] = await local.accounts.orderBy('id').primaryKeys();
  const fresh = world.newNumber();
  const date = dateIn(b);
  const transfer = { fromAccountId: one, toAccountId: other, amount: plainAmount(fresh), date, toDate: date };
  const made = await addTransfer(local, actor, { ...transfer, description: `t${fresh}` }, at);
  if (made.ok) strike('a transfer that was brought along');
  const entry = { accountId: one, type: 'expense', date, description: 'local', category: 'Food' } as const;
  for (const cents of [b + 1, b + 2]) await addTransaction(local, actor, { ...entry, amount: plainAmount(cents) }, at);
  local.close();
  return [fresh, fresh, b + 1, b + 2];
}

function accountIn(operation: Operation): string[] {
  return operation.kind === 'insert' && operation.table === 'accounts' ? [operation.row.id] : [];
}
