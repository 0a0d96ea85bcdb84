/** A deleted transaction comes back: how old it is, and who is told of that (S39). */
import { describe, expect, it } from 'vitest';
import type { ContractWorld } from './contract-world.ts';
import {
  amount,
  begin,
  notices,
  numberIn,
  patch,
  push,
  pushAll,
  remove,
  restoreOf,
  stored,
} from './decisions-world.ts';
import { FILE, importOf } from './imports-world.ts';

export function returnsContract(world: () => ContractWorld): void {
  describe('a transaction that comes back', () => {
    it('[S39f] a restored row is as old as it was: an edit from before still loses', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const number = numberIn(await push(ben, 10, amount(id, seen, 300)), home);
      const row = await stored(anna, id);
      if (!row) throw new Error('the entry is not there');
      await push(anna, 9, remove(id, { ...seen, number }));
      await push(anna, 8, restoreOf(row));
      expect(await push(anna, 20, amount(id, seen, 200))).toMatchObject({
        status: 'superseded',
        kept: { amount: 300 },
      });
      expect(await stored(ben, id)).toMatchObject({ amount: 300 });
    });

    it('[S39j] a deletion from before the return of the row, unaware of it, does not stand', async () => {
      const { anna, ben, id, seen } = await begin(world());
      const row = await stored(anna, id);
      if (!row) throw new Error('no row');
      await push(anna, 30, remove(id, seen));
      await push(anna, 10, restoreOf(row));
      expect(await push(ben, 20, remove(id, seen))).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        by: anna.person.userEmail,
      });
      expect(await stored(ben, id)).toBeDefined();
      expect(await notices(anna)).toEqual([]);
    });

    it('[S39j, S39a] who brings back a row that is still there is told of a deletion from before that', async () => {
      const { anna, ben, id, seen } = await begin(world());
      const row = await stored(anna, id);
      if (!row) throw new Error('no row');
      expect(await push(anna, 10, restoreOf(row))).toMatchObject({ status: 'applied' });
      expect(await push(ben, 20, remove(id, seen))).toMatchObject({ status: 'applied' });
      expect(await notices(anna)).toMatchObject([{ kind: 'deleted', rowId: id, by: ben.person.userEmail }]);
      expect(await notices(ben)).toEqual([]);
    });

    it('[S39j] who may not write a row that is still there may not bring it back either', async () => {
      const { anna, id, home } = await begin(world());
      const row = await stored(anna, id);
      if (!row) throw new Error('no row');
      const cara = await world().signUp('cara');
      await world().share({ accountId: home, person: cara.person, role: 'viewer' });
      expect(await push(cara, 10, restoreOf(row))).toMatchObject({ status: 'rejected', reason: 'forbidden' });
    });

    it('[S39f] a row that is restored otherwise than it was is edited by that', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const number = numberIn(await push(ben, 30, amount(id, seen, 300)), home);
      const row = await stored(anna, id);
      if (!row) throw new Error('the entry is not there');
      await push(anna, 20, remove(id, { ...seen, number }));
      await push(anna, 10, restoreOf({ ...row, amount: 700 }));
      expect(await push(ben, 15, amount(id, seen, 200))).toMatchObject({
        status: 'superseded',
        kept: { amount: 700 },
        by: anna.person.userEmail,
      });
    });

    it('[S39h] whose edit the deletion had not seen is told what a restore of the old row writes over it', async () => {
      const { anna, ben, id, seen } = await begin(world());
      const row = await stored(ben, id);
      if (!row) throw new Error('the entry is not there');
      await push(anna, 40, amount(id, seen, 300));
      expect(await push(ben, 30, remove(id, seen))).toMatchObject({ status: 'applied' });
      expect(await push(ben, 20, restoreOf({ ...row, description: 'Lunch' }))).toMatchObject({ status: 'applied' });
      const [told, ...others] = await notices(anna);
      expect(others).toEqual([]);
      expect(told).toMatchObject({ kind: 'edited', rowId: id, by: ben.person.userEmail });
      expect([told?.lost, told?.stands]).toEqual([{ amount: 300 }, { amount: 100 }]);
    });

    it('[S39h] nobody is told of a restore after a deletion that had seen their edit, or with that edit', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const row = await stored(ben, id);
      if (!row) throw new Error('the entry is not there');
      const number = numberIn(await push(anna, 60, amount(id, seen, 300)), home);
      await push(ben, 50, remove(id, { ...seen, number }));
      const again = numberIn(await push(ben, 40, restoreOf(row)), home);
      expect(await notices(anna)).toEqual([]);
      await push(anna, 30, patch(id, { ...seen, number: again }, { date: row.date }, { date: '2026-03-06' }));
      await push(ben, 20, remove(id, { ...seen, number: again }));
      expect(await notices(anna)).toMatchObject([{ kind: 'deleted' }]);
      await push(ben, 10, restoreOf({ ...row, date: '2026-03-06' }));
      expect(await notices(anna)).toEqual([]);
    });

    it('[S39h, S39i, G1] whose move or deletion was unknown is told of a return to the account before', async () => {
      const { anna, ben, home, shop, id, seen } = await begin(world());
      const row = await stored(ben, id);
      if (!row) throw new Error('the entry is not there');
      const verdict = await push(anna, 40, patch(id, seen, { accountId: home }, { accountId: shop }));
      const now = { accountId: shop, number: numberIn(verdict, shop) };
      const cara = await world().signUp('cara');
      await world().share({ accountId: home, person: cara.person, role: 'admin' });
      await world().share({ accountId: shop, person: cara.person, role: 'admin' });
      expect(await push(ben, 30, remove(id, seen))).toMatchObject({ status: 'applied' });
      await push(cara, 25, remove(id, now));
      expect(await notices(anna)).toMatchObject([{ kind: 'deleted', rowId: id }]);
      expect(await push(ben, 20, restoreOf(row), { cursors: { [home]: seen.number } })).toMatchObject({
        status: 'applied',
      });
      expect(await stored(anna, id)).toMatchObject({ accountId: home });
      const [told, ...others] = await notices(anna);
      expect(others).toEqual([]);
      expect(told).toMatchObject({ kind: 'edited', accountId: home, rowId: id, by: ben.person.userEmail });
      expect([told?.lost, told?.stands]).toEqual([{ accountId: shop }, { accountId: home }]);
      expect(await notices(cara)).toMatchObject([{ kind: 'revived', accountId: home, rowId: id }]);
    });

    it('[S39h] whose edit a revert had not seen is told what the same file writes over it', async () => {
      const { anna, ben, home } = await begin(world());
      const first = importOf(home, FILE);
      const number = numberIn(await pushAll(anna, 60, first.operations), home);
      const [id = ''] = first.ids;
      const seen = { accountId: home, number };
      await push(anna, 40, patch(id, seen, { amount: 250, type: 'expense' }, { amount: 300, type: 'expense' }));
      const operations = first.ids.map((one) => ({ ...remove(one, seen), importId: first.importId }));
      const revert = { kind: 'delete', table: 'imports', id: first.importId, seen } as const;
      expect(await pushAll(ben, 30, [...operations, revert])).toMatchObject({ status: 'applied' });
      expect(await notices(anna)).toMatchObject([{ kind: 'deleted', rowId: id, lost: { amount: 300 } }]);
      expect(await pushAll(ben, 20, importOf(home, FILE).operations)).toMatchObject({ status: 'applied' });
      const [told, ...others] = await notices(anna);
      expect(others).toEqual([]);
      expect(told).toMatchObject({ kind: 'edited', rowId: id, by: ben.person.userEmail });
      expect([told?.lost, told?.stands]).toEqual([{ amount: 300 }, { amount: 250 }]);
    });

    it('[S39i] who deleted the row, too, is told when somebody brings it back who did not know that', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const row = await stored(anna, id);
      if (!row) throw new Error('no row');
      const back = { kind: 'revived', rowId: id, by: ben.person.userEmail, lost: {}, stands: {} };
      const number = numberIn(await push(anna, 30, remove(id, seen)), home);
      await push(ben, 40, remove(id, seen));
      await push(ben, 35, restoreOf(row), { cursors: { [home]: number - 1 } });
      expect(await stored(anna, id)).toBeDefined();
      expect(await notices(anna)).toMatchObject([back]);
      // Of a second deletion nobody hears, however far the device is.
      const again = { ...seen, number: 1e9 };
      await push(ben, 20, remove(id, again));
      await push(anna, 15, remove(id, again));
      expect(await notices(anna)).toEqual([]);
      await push(ben, 10, restoreOf(row), { cursors: { [home]: 1e9 } });
      expect(await notices(anna)).toMatchObject([back]);
      expect(await notices(ben)).toEqual([]);
    });

    it('[S39i] nobody is told by somebody who knew the deletion and brings the row back', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const row = await stored(anna, id);
      if (!row) throw new Error('no row');
      const number = numberIn(await push(anna, 30, remove(id, seen)), home);
      await push(ben, 20, restoreOf(row), { cursors: { [home]: number } });
      expect(await stored(anna, id)).toBeDefined();
      // The row is there already, so nobody brings it back.
      await push(ben, 20, restoreOf(row), { cursors: { [home]: 0 } });
      expect(await notices(anna)).toEqual([]);
    });
  });
}
