/**
 * What every server must do for the engine: the in-memory one of the simulations and the real one. The tests compare
 * devices with each other and with a new one, so nothing here looks into a server.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCategory } from '#domain/categories';
import { editEntry } from '#store/commands/entry-edit';
import { compareSums } from '../../../sync/compare-sums.ts';
import { type Hint, PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import {
  annaAtHome,
  type ContractWorld,
  device,
  entered,
  expectLikeAFreshDevice,
  limited,
  mutation,
  newId,
  untilLaterThan,
} from './contract-world.ts';
import { deletionsContract } from './deletions-contract.ts';
import { importedSidesContract } from './imported-sides-contract.ts';
import { importsContract } from './imports-contract.ts';
import { linesContract } from './lines-contract.ts';
import { mergeContract } from './merge-contract.ts';
import { naturesContract } from './natures-contract.ts';
import { noticesContract } from './notices-contract.ts';
import { change, erase, makeAccount } from './people.ts';
import { renamesContract } from './renames-contract.ts';
import { revertsContract } from './reverts-contract.ts';
import { sharingContract } from './sharing-contract.ts';
import { sidesContract } from './sides-contract.ts';
import { statusContract } from './status-contract.ts';
import { transfersContract } from './transfers-contract.ts';
import { truncationContract } from './truncation-contract.ts';
import { undoContract } from './undo-contract.ts';

export function remoteContract(name: string, begin: () => Promise<ContractWorld>): void {
  describe(`${name} keeps the contract of a server:`, () => {
    let world: ContractWorld;
    beforeAll(async () => {
      world = await begin();
    });
    afterAll(() => world.stop());

    sharingContract(() => world);
    mergeContract(() => world);
    naturesContract(() => world);
    linesContract(() => world);
    transfersContract(() => world);
    sidesContract(() => world);
    renamesContract(() => world);
    deletionsContract(() => world);
    statusContract(() => world);
    importsContract(() => world);
    importedSidesContract(() => world);
    revertsContract(() => world);
    noticesContract(() => world);
    truncationContract(() => world);
    undoContract(() => world);

    it('[G2] a mutation that comes again gets the same verdict and has one effect', async () => {
      const { anna, home, scope, phone } = await annaAtHome(world);
      const { userId } = anna.person;
      const insert = mutation(entered(home));
      const first = await anna.remote.push(userId, [insert]);
      const again = await anna.remote.push(userId, [insert, insert]);
      expect(first.verdicts).toMatchObject([
        { id: insert.id, status: 'applied', versions: { [home]: expect.any(Number) } },
      ]);
      expect(again.verdicts).toEqual([...first.verdicts, ...first.verdicts]);
      await phone.sync(anna.remote);
      expect(await expectLikeAFreshDevice(anna, scope, phone)).toHaveLength(1);
    });

    it('a mutation under the id of another one is refused', async () => {
      const { anna, home } = await annaAtHome(world);
      const insert = mutation(entered(home));
      await anna.remote.push(anna.person.userId, [insert]);
      const other = { ...insert, operations: [entered(home)] };
      const { verdicts } = await anna.remote.push(anna.person.userId, [other]);
      expect(verdicts).toMatchObject([{ status: 'rejected', reason: 'payload_mismatch' }]);
    });

    it('a row that is inserted twice stands once, and other content under its id is refused', async () => {
      const { anna, home } = await annaAtHome(world);
      const { userId } = anna.person;
      const insert = entered(home);
      const different = { ...insert, row: { ...insert.row, amount: 7 } };
      const { verdicts } = await anna.remote.push(userId, [mutation(insert), mutation(insert), mutation(different)]);
      expect(verdicts).toMatchObject([
        { status: 'applied' },
        { status: 'applied' },
        { status: 'rejected', reason: 'duplicate' },
      ]);
    });

    it('an insert under the id of a deleted row is refused, and its entry goes under another id', async () => {
      const { anna, home, scope, phone } = await annaAtHome(world);
      const { anna: carl, home: carls, scope: carlsScope, phone: tablet } = await annaAtHome(world);
      const insert = entered(home);
      await phone.commit([insert]);
      await phone.sync(anna.remote);
      const [row] = await phone.rows(scope);
      if (!row) throw new Error('the row did not arrive');
      await phone.commit([erase(row)], [row]);
      await phone.sync(anna.remote);
      const reused = entered(carls, { amount: 321 });
      const id = await tablet.commit([{ ...reused, row: { ...reused.row, id: row.id } }]);
      const other = await tablet.commit([entered(carls, { amount: 5 })]);
      await tablet.sync(carl.remote);
      expect(await tablet.db.outbox.get({ id: other })).toBeUndefined();
      expect(await tablet.db.outbox.get({ id })).toMatchObject({
        state: 'rejected',
        verdict: { reason: 'duplicate' },
        operations: [{ kind: 'insert', row: { id: row.id, accountId: carls, amount: 321 } }],
      });
      const actor = { userId: carl.person.userId, email: carl.person.userEmail };
      const edited = await editEntry(tablet.db, actor, { mutationId: id, fields: {} }, new Date(tablet.now()));
      expect(edited).toMatchObject({ ok: true });
      await tablet.sync(carl.remote);
      expect((await tablet.rows(carlsScope)).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([5, 321]);
      await expectLikeAFreshDevice(carl, carlsScope, tablet);
    });

    it('[G5] edits of different fields both survive, and of the same field the later', async () => {
      const { anna, home, scope, phone, laptop } = await annaAtHome(world);
      await phone.commit([entered(home)]);
      await phone.sync(anna.remote);
      await laptop.sync(anna.remote);
      const [row] = await phone.rows(scope);
      if (!row) throw new Error('the row did not arrive');
      await phone.commit([change(row, { notes: 'early', description: 'early' })], [row]);
      await phone.commit([change(row, { category: 'Home' })], [row]);
      await untilLaterThan(phone, laptop);
      await laptop.commit([change(row, { notes: 'late', description: 'late' })], [row]);
      await laptop.sync(anna.remote);
      await phone.sync(anna.remote);
      await laptop.sync(anna.remote);
      const rows = await expectLikeAFreshDevice(anna, scope, phone, laptop);
      expect(rows).toMatchObject([{ notes: 'late', description: 'late', category: 'Home' }]);
      expect(await phone.db.outbox.toArray()).toMatchObject([
        { state: 'superseded', verdict: { reason: 'newer', kept: { notes: 'late', description: 'late' } } },
      ]);
    });

    it('a later delete wins over an edit, and the editor is told and can restore the row', async () => {
      const { anna, home, scope, phone, laptop } = await annaAtHome(world);
      await phone.commit([entered(home)]);
      await phone.sync(anna.remote);
      await laptop.sync(anna.remote);
      const [row] = await phone.rows(scope);
      if (!row) throw new Error('the row did not arrive');
      const edit = await laptop.commit([change(row, { category: 'Home' })], [row]);
      await untilLaterThan(laptop, phone);
      await phone.commit([erase(row)], [row]);
      await phone.sync(anna.remote);
      await laptop.sync(anna.remote);
      expect(await laptop.db.outbox.get({ id: edit })).toMatchObject({
        state: 'superseded',
        verdict: { reason: 'deleted', by: anna.person.userEmail },
      });
      expect(await laptop.rows(scope)).toEqual([]);
      const { version, userId, userEmail, ...writable } = row;
      await laptop.commit([{ kind: 'restore', table: 'transactions', row: writable }]);
      await laptop.sync(anna.remote);
      await phone.sync(anna.remote);
      expect(await expectLikeAFreshDevice(anna, scope, phone, laptop)).toMatchObject([{ id: row.id, userId }]);
    });

    it('[G3] a row that moves to another month or account moves on every device', async () => {
      const { anna, home, scope, phone, laptop } = await annaAtHome(world);
      const shop = newId();
      await phone.commit([makeAccount(shop, anna.person)]);
      await phone.commit([entered(home, { amount: 5 })]);
      await phone.commit([entered(home, { amount: 7 })]);
      await phone.sync(anna.remote);
      await laptop.sync(anna.remote);
      const [first, second] = await phone.rows(scope);
      if (!first || !second) throw new Error('the rows did not arrive');
      await phone.commit([change(first, { date: '2025-01-31' })], [first]);
      await phone.commit([change(second, { accountId: shop })], [second]);
      await phone.sync(anna.remote);
      await laptop.sync(anna.remote);
      expect(await expectLikeAFreshDevice(anna, scope, phone, laptop)).toMatchObject([{ date: '2025-01-31' }]);
      expect(await expectLikeAFreshDevice(anna, `account:${shop}`, phone, laptop)).toHaveLength(1);
    });

    it('[S13b, S13c, G4] a first pull brings exact balances at once and then the months, newest first', async () => {
      const { anna, home, scope, phone } = await annaAtHome(world);
      for (let number = 0; number < 30; number++) {
        const month = (number % 10) + 1;
        await phone.commit([entered(home, { amount: number + 1, date: `2025-${String(month).padStart(2, '0')}-10` })]);
      }
      await phone.sync(anna.remote);
      const slow = device(anna);
      const remote = limited(anna.remote, 4);
      await slow.pull(remote);
      expect(await slow.balance(scope)).toBe(-465);
      expect((await slow.rows(scope)).map((row) => row.date.slice(0, 7))).toEqual(
        Array(6)
          .fill(null)
          .map((_, n) => (n < 3 ? '2025-10' : '2025-09')),
      );
      const [old] = await phone.rows(scope);
      if (!old) throw new Error('the row did not arrive');
      await phone.commit([change(old, { amount: 1000, type: 'income' })], [old]);
      await phone.commit([entered(home, { date: '2025-01-01', amount: 5000 })]);
      await phone.sync(anna.remote);
      await slow.pull(remote);
      expect(await slow.balance(scope)).toBe(await phone.balance(scope));
      await slow.sync(remote);
      for (const row of await phone.rows(scope)) await phone.commit([change(row, { category: 'Other' })], [row]);
      await phone.sync(anna.remote);
      await slow.sync(remote);
      expect(await expectLikeAFreshDevice(anna, scope, phone, slow)).toHaveLength(31);
    });

    it('[G6] a person who is given an account gets it whole, and loses it when it is taken back', async () => {
      const { anna, home, scope, phone } = await annaAtHome(world);
      const ben = await world.signUp('ben');
      const bens = device(ben);
      await phone.commit([entered(home)]);
      await phone.sync(anna.remote);
      const takeBack = await world.share({ accountId: home, person: ben.person, role: 'member' });
      await bens.sync(ben.remote);
      await bens.commit([entered(home, { amount: 3 })]);
      await bens.sync(ben.remote);
      await phone.sync(anna.remote);
      expect(await phone.rows(scope)).toEqual(await bens.rows(scope));
      const [theirs] = (await bens.rows(scope)).filter((row) => row.userId === anna.person.userId);
      if (!theirs) throw new Error('the row did not arrive');
      const forbidden = await bens.commit([change(theirs, { category: 'Home' })], [theirs]);
      await bens.sync(ben.remote);
      expect(await bens.db.outbox.get({ id: forbidden })).toMatchObject({
        state: 'rejected',
        verdict: { reason: 'forbidden' },
      });
      await takeBack();
      await bens.sync(ben.remote);
      expect(await bens.rows(scope)).toEqual([]);
      expect(await bens.db.accounts.get(home)).toBeUndefined();
      const late = await bens.commit([entered(home)]);
      await bens.sync(ben.remote);
      expect(await bens.db.outbox.get({ id: late })).toMatchObject({ state: 'rejected' });
    });

    it('[G6] a person who is given a budget sees what it covers and nothing else', async () => {
      const { anna, home, phone } = await annaAtHome(world);
      const cara = await world.signUp('cara');
      const [foodId, budgetId] = [newId(), newId()];
      const createdAt = new Date().toISOString();
      await phone.commit([
        {
          kind: 'insert',
          table: 'categories',
          row: { ...newCategory(home, 'expense', 'Food', createdAt), id: foodId },
        },
        {
          kind: 'insert',
          table: 'budgets',
          row: {
            id: budgetId,
            createdAt,
            accountId: home,
            name: 'Food',
            amount: 100,
            categoryId: foodId,
            description: null,
            shortId: budgetId.slice(0, 7).toUpperCase(),
            currencyCode: 'USD',
            periodType: 'monthly',
            startDate: '2026-01-01',
          },
        },
      ]);
      await phone.commit([entered(home, { category: 'Food', amount: 1 })]);
      await phone.commit([entered(home, { category: 'Home', amount: 2 })]);
      await phone.sync(anna.remote);
      await world.share({ accountId: home, budgetId, person: cara.person, role: 'member' });
      const caras = device(cara);
      const scope = `budget:${budgetId}`;
      await caras.sync(cara.remote);
      expect((await caras.db.cursors.toArray()).map((cursor) => cursor.scope)).toEqual([scope]);
      expect((await caras.rows(scope)).map((row) => row.amount)).toEqual([1]);
      const [covered] = await caras.rows(scope);
      if (!covered) throw new Error('the row did not arrive');
      await caras.commit([entered(home, { category: 'Food', amount: 4, type: 'income', budgetId })]);
      await caras.sync(cara.remote);
      await phone.sync(anna.remote);
      await phone.commit([change(covered, { category: 'Home' })], [covered]);
      await phone.sync(anna.remote);
      await caras.sync(cara.remote);
      expect((await caras.rows(scope)).map((row) => row.amount)).toEqual([4]);
      expect(await caras.balance(scope)).toBe(4);
    });

    it('category.rename reaches rows and transactions of owned accounts on every device', async () => {
      const { anna, home, scope, phone, laptop } = await annaAtHome(world);
      const createdAt = new Date().toISOString();
      const row = { ...newCategory(home, 'expense', 'Dining', createdAt), id: newId() };
      await phone.commit([{ kind: 'insert', table: 'categories', row }]);
      await phone.commit([entered(home, { category: 'Dining' })]);
      await phone.sync(anna.remote);
      await phone.commit([
        { kind: 'call', name: 'category.rename', arguments: { type: 'expense', from: 'Dining', to: 'Meals' } },
      ]);
      await phone.sync(anna.remote);
      await laptop.sync(anna.remote);
      expect(await expectLikeAFreshDevice(anna, scope, phone, laptop)).toMatchObject([{ category: 'Meals' }]);
      expect((await laptop.db.categories.get(row.id))?.name).toBe('Meals');
    });

    it('category.rename of one account leaves the user’s other account alone', async () => {
      const { anna, home, scope, phone, laptop } = await annaAtHome(world);
      const other = newId();
      await phone.commit([makeAccount(other, anna.person)]);
      for (const accountId of [home, other]) {
        const row = { ...newCategory(accountId, 'expense', 'Dining', new Date().toISOString()), id: newId() };
        await phone.commit([{ kind: 'insert', table: 'categories', row }]);
        await phone.commit([entered(accountId, { category: 'Dining' })]);
      }
      await phone.sync(anna.remote);
      const names = { type: 'expense', from: 'Dining', to: 'Meals' } as const;
      await phone.commit([{ kind: 'call', name: 'category.rename', arguments: { ...names, accountId: home } }]);
      await phone.sync(anna.remote);
      await laptop.sync(anna.remote);
      expect(await expectLikeAFreshDevice(anna, scope, phone, laptop)).toMatchObject([{ category: 'Meals' }]);
      expect(await laptop.rows(`account:${other}`)).toMatchObject([{ category: 'Dining' }]);
    });

    it('another user’s session and another protocol are refused, each for its reason', async () => {
      const { anna } = await annaAtHome(world);
      const ben = await world.signUp('ben');
      await expect(ben.remote.push(anna.person.userId, [])).rejects.toMatchObject({ reason: 'forbidden_user' });
      const cursors = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
      await expect(ben.remote.pull(anna.person.userId, cursors, 10)).rejects.toMatchObject({
        reason: 'forbidden_user',
      });
      const later = { ...cursors, protocol: PROTOCOL_VERSION + 1 };
      await expect(anna.remote.pull(anna.person.userId, later, 10)).rejects.toMatchObject({
        reason: 'server_outdated',
      });
    });

    it('[S20a, S20c] heads equal a quiet device’s cursors, and a hint says when they move', async () => {
      const { anna, home, scope, phone, laptop } = await annaAtHome(world);
      const cursor = await phone.db.cursors.get(scope);
      expect((await anna.remote.heads())[scope]).toBe(cursor?.version);
      const hinted = new Promise<Hint>((resolve, reject) => {
        anna.remote.subscribe(anna.person.userId, {
          joined: () => {
            laptop
              .commit([entered(home)])
              .then(() => laptop.sync(anna.remote))
              .catch(reject);
          },
          hint: (hint) => {
            if (hint.scope === scope) resolve(hint);
          },
          down: () => {},
        });
      });
      expect((await hinted).version).toBeGreaterThan(cursor?.version ?? 0);
    });

    it('[S32a, G7] the server’s sums equal what a quiet device counts', async () => {
      const { anna, home, scope, phone } = await annaAtHome(world);
      const createdAt = new Date().toISOString();
      const row = { ...newCategory(home, 'expense', 'Dining', createdAt), id: newId() };
      await phone.commit([{ kind: 'insert', table: 'categories', row }]);
      await phone.commit([entered(home, { amount: 1234 })]);
      await phone.commit([entered(home, { amount: 99_999, type: 'income', date: '2025-01-31' })]);
      await phone.sync(anna.remote);
      const sums = await anna.remote.sums();
      const cursor = await phone.db.cursors.get(scope);
      const others = (await phone.db.categories.count()) + (await phone.db.memberships.count());
      expect(sums[scope]).toEqual({
        head: cursor?.version,
        transactions: 2,
        income: 99_999,
        expenses: 1234,
        regular: { income: 99_999, expenses: 1234 },
        others,
      });
      expect(others).toBeGreaterThan(0);
      expect(await compareSums(phone.db, anna.remote, Date.now)).toBe('same');
    });

    it('[G2, G3, G7] a thousand entries made offline reach the other device, each exactly once', async () => {
      const { anna, home, scope, phone, laptop } = await annaAtHome(world);
      for (let number = 0; number < 1000; number++) {
        const date = `2025-${String((number % 12) + 1).padStart(2, '0')}-15`;
        await phone.commit([entered(home, { amount: number + 1, date })]);
      }
      expect(await phone.balance(scope)).toBe(-500_500);
      await phone.sync(anna.remote);
      await laptop.sync(anna.remote);
      expect(await laptop.balance(scope)).toBe(-500_500);
      expect(await expectLikeAFreshDevice(anna, scope, phone, laptop)).toHaveLength(1000);
    });
  });
}
