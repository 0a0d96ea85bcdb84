/** What was refused goes again, and is shown as often as it is there: once. */
import { expect, it } from 'vitest';
import { budgetScope } from '#domain/ids/scopes';
import { readActions } from '#store/actions/actions';
import { retryEntry } from '#store/commands/entries/entry-retry';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { undoAction } from '#store/commands/undo/action-undo';
import { MonthBooks } from '#store/ledger/ledger';
import { entriesToSettle } from '#store/outbox/outbox';
import { BEN, change, enter, HOME, idOf, makeBudget } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

const actorOf = ({ person }: SimulatedDevice) => ({ userId: person.userId, email: person.userEmail });

const BUDGET = idOf(50);
const SHARED = { id: idOf(60), accountId: HOME, budgetId: BUDGET, userId: BEN.userId };

it('a person who has only a budget sees a row once after trying its edit again', async () => {
  const { server, remote, phone, now } = await annaWithTwoDevices();
  server.addUser(BEN.userId, BEN.userEmail);
  await phone.commit([{ kind: 'insert', table: 'budgets', row: makeBudget(BUDGET, HOME, null) }]);
  await phone.commit([enter(1, { budgetId: BUDGET, amount: 300, type: 'income' })]);
  await phone.sync(remote);
  server.share({ ...SHARED, role: 'admin' });
  const tablet = new SimulatedDevice(BEN, now);
  const bens = server.as(BEN.userId);
  await tablet.sync(bens);
  const scope = budgetScope(BUDGET);
  const [row] = await tablet.rows(scope);
  if (!row) throw new Error('no row');
  await tablet.commit([change(row, { amount: 700, type: 'income' })], [row]);
  // Before it is sent, Ben may only look.
  server.unshare(SHARED.id);
  server.share({ ...SHARED, id: idOf(61), role: 'viewer' });
  await tablet.sync(bens);
  const [refused] = await entriesToSettle(tablet.db);
  expect(await retryEntry(tablet.db, refused?.id ?? '', new Date(now()))).toEqual({ ok: true });
  expect((await tablet.rows(scope)).map(({ amount }) => amount)).toEqual([700]);
  expect(await tablet.balance(scope)).toBe(700);
  await tablet.sync(bens);
  expect((await tablet.rows(scope)).map(({ amount }) => amount)).toEqual([300]);
});

it.each(['before', 'after'] as const)(
  'an edit tried again %s its deleted row is back is made on that row',
  async (when) => {
    const { remote, phone, laptop } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    await laptop.sync(remote);
    const [row] = await phone.rows(SCOPE);
    if (!row) throw new Error('no row');
    await phone.commit([change(row, { category: 'Home' })], [row]);
    await deleteTransaction(laptop.db, actorOf(laptop), { row }, new Date(laptop.now()));
    await laptop.sync(remote);
    await phone.sync(remote);
    const tryAgain = async () => {
      const [entry] = await entriesToSettle(phone.db);
      expect(await retryEntry(phone.db, entry?.id ?? '', new Date(phone.now()))).toEqual({ ok: true });
    };
    if (when === 'before') await tryAgain();
    const [action] = readActions(laptop.db);
    await undoAction(laptop.db, actorOf(laptop), { id: action?.id ?? '' }, new Date(laptop.now()));
    const [back] = await laptop.rows(SCOPE);
    if (!back) throw new Error('not back');
    const texts = { description: 'With Jo', notes: '' };
    await updateTransaction(laptop.db, actorOf(laptop), { row: back, ...texts }, new Date(laptop.now()));
    await laptop.sync(remote);
    await phone.sync(remote);
    await tryAgain();
    await phone.sync(remote);
    expect(await phone.rows(SCOPE)).toMatchObject([{ category: 'Home', description: 'With Jo' }]);
    expect(await entriesToSettle(phone.db)).toEqual([]);
  },
);

it('no change puts a row twice into one month', async () => {
  const { phone } = await annaWithTwoDevices();
  const row = { ...enter(1).row, version: 0, ...BEN };
  const place = { scope: budgetScope(BUDGET), month: '2026-03' };
  const twice = new MonthBooks(phone.db).move([{ id: row.id, from: [], to: [place, place], row }]);
  await expect(twice).rejects.toThrow('would stand twice');
});
