/** Renames of categories on their way to the server and back. */
import { expect, it } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import type { Insert, Operation } from '#domain/mutations/operations';
import { renameCategory } from '#store/commands/categories/category-rename';
import { readTotals } from '#store/ledger/ledger';
import { block } from '#store/outbox/sending';
import { pushOnce, startPushing } from '../../sync/push.ts';
import type { Remote } from '../../sync/remote.ts';
import { ANNA, change, enter, HOME, idOf, makeAccount, SHOP } from './support/people.ts';
import type { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };

function makeCategory(name: string, accountId = HOME): Insert {
  const row = newCategory(accountId, 'expense', name, '2026-01-01T00:00:00.000Z');
  return { kind: 'insert', table: 'categories', row };
}

const rename = (from: string, to: string, accountId = HOME): Operation => ({
  kind: 'call',
  name: 'category.rename',
  arguments: { type: 'expense', from, to, accountId },
});

/** The names in the rows and in the totals of a device, each once. */
async function namesOn(device: SimulatedDevice): Promise<{ rows: string[]; totals: string[] }> {
  const lines = (await readTotals(device.db, SCOPE)).flatMap((month) => month.lines);
  const sorted = (all: { category: string }[]) => [...new Set(all.map(({ category }) => category))].sort();
  return { rows: sorted(await device.rows(SCOPE)), totals: sorted(lines) };
}

it('[S48c, S16c] a rename stays until the last truncated response brought its rows, and nothing flickers', async () => {
  const { phone, laptop, remote, now } = await annaWithTwoDevices();
  await phone.commit([makeCategory('Food')]);
  for (const number of [1, 2, 3, 4]) await phone.commit([enter(number, { date: `2026-0${number}-05` })]);
  await phone.sync(remote);
  await laptop.sync(remote);
  await phone.commit([rename('Food', 'Meals')]);
  await pushOnce(phone.db, remote, now, startPushing());
  // These rows get numbers above the rename's, so later responses bring them.
  for (const row of (await laptop.rows(SCOPE)).slice(0, 2)) {
    await laptop.commit([change(row, { notes: 'changed since' })], [row]);
  }
  await laptop.sync(remote);
  phone.limits = { first: 1, later: 1 };
  let pages = 0;
  do expect(await namesOn(phone)).toEqual({ rows: ['Meals'], totals: ['Meals'] });
  while (++pages && (await phone.pull(remote)) === 'more');
  expect(pages).toBeGreaterThan(3);
  expect(await phone.db.outbox.count()).toBe(0);
  expect(await namesOn(phone)).toEqual({ rows: ['Meals'], totals: ['Meals'] });
  const [page] = await phone.db.transactions.toArray();
  expect(page?.rows).toMatchObject([{ category: 'Meals' }]);
});

it('[S48c] two names that were exchanged read the same before and after the server has done it', async () => {
  const { phone, laptop, remote } = await annaWithTwoDevices();
  for (const name of ['A', 'B']) await phone.commit([makeCategory(name)]);
  await phone.commit([enter(1, { category: 'A' })]);
  await phone.commit([enter(2, { category: 'B' })]);
  await phone.sync(remote);
  for (const [from, to] of [
    ['A', 'C'],
    ['B', 'A'],
    ['C', 'B'],
  ] as const)
    await phone.commit([rename(from, to)]);
  await phone.commit([enter(3, { category: 'A' })]);
  const seen = async (device: SimulatedDevice) =>
    Object.fromEntries((await device.rows(SCOPE)).map(({ id, category }) => [id, category]));
  const expected = { [idOf(1)]: 'B', [idOf(2)]: 'A', [idOf(3)]: 'A' };
  expect(await seen(phone)).toEqual(expected);
  await phone.sync(remote);
  await laptop.sync(remote);
  expect(await seen(phone)).toEqual(expected);
  expect(await seen(laptop)).toEqual(expected);
});

it('[S48e] where the server refuses a rename only that account keeps the name, and the entry says which', async () => {
  const { phone, laptop, remote } = await annaWithTwoDevices();
  await phone.commit([makeAccount(SHOP, ANNA)]);
  for (const accountId of [HOME, SHOP]) await phone.commit([makeCategory('Food', accountId)]);
  await phone.commit([enter(1)]);
  await phone.commit([enter(2, { accountId: SHOP })]);
  await phone.sync(remote);
  await laptop.sync(remote);
  await laptop.commit([makeCategory('Meals', SHOP)]);
  await laptop.sync(remote);
  const { id } = makeCategory('Food').row;
  expect(await renameCategory(phone.db, actor, { id, name: 'Meals' })).toMatchObject({ ok: true });
  await phone.sync(remote);
  expect(await phone.rows(SCOPE)).toMatchObject([{ category: 'Meals' }]);
  expect(await phone.rows(`account:${SHOP}`)).toMatchObject([{ category: 'Food' }]);
  expect(await phone.db.outbox.toArray()).toMatchObject([
    { state: 'rejected', verdict: { reason: 'duplicate' }, seen: [{ table: 'accounts', row: { id: SHOP } }] },
  ]);
});

it('[S48f] a rename and the deletion of an account go up in requests of their own, in their order', async () => {
  const { phone, remote } = await annaWithTwoDevices();
  await phone.commit([makeAccount(SHOP, ANNA), makeCategory('Food'), makeCategory('Food', SHOP)]);
  await phone.sync(remote);
  const { id } = makeCategory('Food').row;
  await phone.commit([enter(1)]);
  await phone.commit([enter(2)]);
  await renameCategory(phone.db, actor, { id, name: 'Meals' });
  await phone.commit([enter(3)]);
  await phone.commit([{ kind: 'delete', table: 'accounts', id: SHOP }]);
  const pushed: string[][] = [];
  await phone.sync({
    ...remote,
    push: (userId, mutations) => {
      pushed.push(mutations.flatMap(({ operations }) => operations.map(({ kind }) => kind)));
      return remote.push(userId, mutations);
    },
  });
  expect(pushed).toEqual([['insert', 'insert'], ['call'], ['call'], ['insert'], ['delete']]);
});

it('[S48g] a device with every month asks for few rows at a time, or for as many as it has sent itself', async () => {
  const { phone, laptop, remote } = await annaWithTwoDevices();
  for (const device of [phone, laptop]) device.limits = { first: 1_000, later: 10_000 };
  const asked: number[] = [];
  const noting: Remote = {
    ...remote,
    pull: (userId, cursors, limit) => {
      asked.push(limit);
      return remote.pull(userId, cursors, limit);
    },
  };
  for (let number = 1; number <= 501; number++) await phone.commit([enter(number)]);
  await phone.sync(noting);
  await laptop.sync(noting);
  expect(asked).toEqual([501, 500, 500]);
  expect(await laptop.rows(SCOPE)).toHaveLength(501);
});

it('[S8a, S48e] a blocked rename holds back the same rename in other accounts, and the new name', async () => {
  const { phone, remote, now } = await annaWithTwoDevices();
  await phone.commit([makeAccount(SHOP, ANNA), makeCategory('Food')]);
  await phone.commit([enter(1), enter(2, { accountId: SHOP })]);
  await phone.sync(remote);
  for (const accountId of [HOME, SHOP]) await phone.commit([rename('Food', 'Meals', accountId)]);
  await phone.commit([enter(3, { accountId: SHOP, category: 'Meals' })]);
  await phone.commit([enter(4, { accountId: SHOP, category: 'Travel' })]);
  const [first] = await phone.db.outbox.toArray();
  if (!first) throw new Error('no rename waits');
  await phone.db.outbox.put({ ...first, state: 'in_flight', attempts: 1 });
  await block(phone.db, first, '500');
  await pushOnce(phone.db, remote, now, startPushing());
  const states = (await phone.db.outbox.toArray()).map(({ state }) => state);
  expect(states).toEqual(['blocked', 'blocked', 'blocked', 'applied']);
});
