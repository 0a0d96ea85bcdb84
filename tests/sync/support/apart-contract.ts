/** Mutations that are decided apart (S71): each of their rows by itself. */
import { describe, expect, it } from 'vitest';
import { CLEARED, described, ids, joined, OPEN, pushApart, refused, rowsIn, sidesOf } from './apart-world.ts';
import { type ContractWorld, entered, newId } from './contract-world.ts';
import { begin, numberIn, patch, push, pushAll, remove, restoreOf, stored } from './decisions-world.ts';
import { makeAccount, makeBudget } from './people.ts';

export function apartContract(world: () => ContractWorld): void {
  describe('a mutation that is decided apart', () => {
    it('[S71a] takes what can be taken, and tells of each other row why not', async () => {
      const household = await begin(world());
      const { anna, ben, home } = household;
      const { rows, seen } = await rowsIn(anna, home, 4);
      const [fine = '', newer = '', deleted = '', long = ''] = ids(rows);
      const [side, other] = sidesOf(household);
      await pushAll(anna, 50, [side, other]);
      await push(ben, 10, patch(newer, seen, { date: '2026-03-01' }, { date: '2026-03-09' }));
      await push(ben, 10, remove(deleted, seen));
      const gone = newId();
      const change = { description: 'Rent', category: 'Home' };
      const verdict = await pushApart(anna, 30, [
        patch(gone, seen, {}, change),
        patch(fine, seen, {}, change),
        patch(newer, seen, {}, { ...change, date: '2026-03-05' }),
        patch(deleted, seen, {}, change),
        patch(long, seen, {}, { ...change, notes: 'x'.repeat(10_001) }),
        patch(side.row.id, seen, {}, change),
      ]);
      const by = ben.person.userEmail;
      expect(verdict).toMatchObject({ status: 'applied' });
      expect(verdict).toHaveProperty('notTaken', [
        refused(gone, 'gone'),
        { id: newer, status: 'superseded', reason: 'newer', kept: { date: '2026-03-09' }, by },
        { id: deleted, status: 'superseded', reason: 'deleted', kept: {}, by },
        refused(long, 'invalid'),
        refused(side.row.id, 'invalid'),
      ]);
      expect(await stored(anna, fine)).toMatchObject(change);
      expect(await stored(anna, newer)).toMatchObject({ ...change, date: '2026-03-09' });
      expect(await stored(anna, deleted)).toBeUndefined();
      expect(await stored(anna, long)).toMatchObject({ description: rows[3]?.description, category: 'Food' });
      expect(await stored(anna, side.row.id)).toMatchObject({ category: 'Transfer' });
      expect(numberIn(verdict, home)).toBeGreaterThanOrEqual((await stored(anna, newer))?.version ?? 0);
    });

    it('[S71a] has nothing to tell when all was taken', async () => {
      const { anna, home } = await begin(world());
      const { rows, seen } = await rowsIn(anna, home, 3);
      const verdict = await pushApart(
        anna,
        30,
        rows.map(({ id }) => described(id, seen, 'Rent')),
      );
      expect(verdict).not.toHaveProperty('notTaken');
      expect(verdict).toMatchObject({ status: 'applied' });
    });

    it('[S71a] is applied with no number when nothing was taken', async () => {
      const { anna, ben, home } = await begin(world());
      const strange = newId();
      const verdict = await pushApart(ben, 30, [entered(strange), remove(newId())]);
      expect(verdict).toMatchObject({ status: 'applied', versions: {} });
      expect(verdict).toHaveProperty('notTaken.length', 2);
      expect(await stored(anna, home)).toBeUndefined();
    });

    it('[S71a] leaves each status that the role may not write', async () => {
      const { anna, ben, home, shop } = await begin(world());
      const mia = await joined(world(), home, 'member');
      await world().share({ accountId: shop, person: mia.person, role: 'member' });
      const { rows } = await rowsIn(mia, home, 4);
      const [one = '', reconciled = '', two = '', three = ''] = ids(rows);
      const [annas = ''] = ids((await rowsIn(anna, home, 1)).rows);
      const statement = { id: newId(), createdAt: new Date().toISOString(), accountId: home, date: '2026-03-09' };
      await push(anna, 50, { kind: 'insert', table: 'reconciliations', row: { ...statement, balance: 0 } });
      const number = 1e9;
      const seen = { accountId: home, number };
      const agreed = { status: 'reconciled', reconciliationId: statement.id };
      await push(ben, 40, patch(reconciled, seen, OPEN, agreed));
      const tick = (id: string) => patch(id, seen, OPEN, CLEARED);
      const verdict = await pushApart(mia, 30, [
        tick(one),
        tick(reconciled),
        tick(annas),
        patch(two, seen, OPEN, agreed),
        tick(three),
      ]);
      expect(verdict).toHaveProperty('notTaken', [
        refused(reconciled, 'forbidden'),
        refused(annas, 'forbidden'),
        refused(two, 'forbidden'),
      ]);
      for (const id of [one, three]) expect(await stored(anna, id)).toMatchObject(CLEARED);
      expect(await stored(anna, reconciled)).toMatchObject(agreed);
      const strange = { status: 'reconciled', reconciliationId: newId() };
      const late = await pushApart(ben, 20, [patch(one, seen, CLEARED, strange), patch(two, seen, OPEN, agreed)]);
      expect(late).toHaveProperty('notTaken', [refused(one, 'gone')]);
      expect(await stored(anna, two)).toMatchObject(agreed);
    });

    it('[S71a] leaves what lines forbid, and keeps what they decide', async () => {
      const { anna, home } = await begin(world());
      const budget = newId();
      await push(anna, 80, { kind: 'insert', table: 'budgets', row: makeBudget(budget, home, null) });
      const line = (category: string) => ({ id: newId(), category, cents: 50, note: '' });
      const lines = [line('Food'), line('Home')];
      const split = entered(home, { category: 'Split', lines });
      const plain = entered(home);
      const seen = { accountId: home, number: numberIn(await pushAll(anna, 60, [split, plain]), home) };
      const to = (id: string) => patch(id, seen, { budgetId: null }, { budgetId: budget });
      expect(await pushApart(anna, 40, [to(split.row.id), to(plain.row.id)])).toHaveProperty('notTaken', [
        refused(split.row.id, 'invalid'),
      ]);
      expect(await stored(anna, plain.row.id)).toMatchObject({ budgetId: budget });
      const verdict = await pushApart(anna, 30, [
        patch(split.row.id, seen, {}, { category: 'Home', notes: 'x' }),
        patch(plain.row.id, seen, {}, { notes: 'x' }),
      ]);
      expect(verdict).toMatchObject({
        notTaken: [{ id: split.row.id, status: 'superseded', reason: 'newer', kept: { category: 'Split' } }],
      });
      expect(await stored(anna, split.row.id)).toMatchObject({ notes: 'x', category: 'Split', lines });
    });

    it('[S71a] deletes, brings back and adds each row by itself', async () => {
      const { anna, ben, home, shop } = await begin(world());
      const mia = await joined(world(), home, 'member');
      const { rows, seen } = await rowsIn(mia, home, 3);
      const [fine = '', edited = '', gone = ''] = ids(rows);
      const { rows: annas } = await rowsIn(anna, home, 1);
      await push(ben, 10, described(edited, seen, 'Dinner'));
      await push(ben, 40, remove(gone, seen));
      const deletions = [fine, edited, gone, ...ids(annas)].map((id) => remove(id, seen));
      expect(await pushApart(mia, 30, deletions)).toHaveProperty('notTaken', [
        { id: edited, status: 'superseded', reason: 'newer', kept: {}, by: ben.person.userEmail },
        refused(annas[0]?.id ?? '', 'forbidden'),
      ]);
      for (const id of [fine, gone]) expect(await stored(anna, id)).toBeUndefined();
      const row = await stored(anna, edited);
      if (!row) throw new Error('no row');
      const back = rows
        .filter(({ id }) => id !== edited)
        .map((one) => restoreOf({ ...row, ...one, description: 'Again' }));
      const foreign = restoreOf({ ...row, id: newId(), accountId: shop });
      const taken = { ...entered(home), row: { ...entered(home).row, id: edited } };
      const added = [entered(home), entered(home), entered(shop)] as const;
      const verdict = await pushApart(mia, 20, [...back, foreign, taken, ...added]);
      expect(verdict).toHaveProperty('notTaken', [
        refused(foreign.row.id, 'gone'),
        refused(edited, 'duplicate'),
        refused(added[2].row.id, 'gone'),
      ]);
      for (const id of [fine, gone]) expect(await stored(anna, id)).toMatchObject({ description: 'Again' });
      expect(await stored(anna, added[1].row.id)).toBeDefined();
    });

    it('[S71a] goes by the right to each row: of a viewer, of a budget, in two accounts, after a move', async () => {
      const { anna, ben, home, shop } = await begin(world());
      const vic = await joined(world(), home, 'viewer', 'vic');
      await world().share({ accountId: shop, person: vic.person, role: 'member' });
      const dora = await world().signUp('dora');
      const budget = newId();
      await push(anna, 80, { kind: 'insert', table: 'budgets', row: makeBudget(budget, home, null) });
      await world().share({ accountId: home, budgetId: budget, person: dora.person, role: 'member' });
      const there = entered(home);
      const here = entered(shop);
      expect(await pushApart(vic, 40, [there, here])).toHaveProperty('notTaken', [refused(there.row.id, 'forbidden')]);
      expect(await stored(anna, here.row.id)).toBeDefined();
      const gift = { ...entered(home, { type: 'income' }) };
      const given = { ...gift, row: { ...gift.row, budgetId: budget } };
      const plain = entered(home);
      expect(await pushApart(dora, 40, [plain, given])).toHaveProperty('notTaken', [
        refused(plain.row.id, 'forbidden'),
      ]);
      expect(await stored(anna, given.row.id)).toMatchObject({ budgetId: budget });
      const { rows, seen } = await rowsIn(anna, shop, 2);
      const [moved = '', stays = ''] = ids(rows);
      const mine = newId();
      await push(anna, 30, makeAccount(mine, anna.person));
      await push(anna, 20, patch(moved, seen, { accountId: shop }, { accountId: mine }));
      const verdict = await pushApart(ben, 10, [described(moved, seen, 'Rent'), described(stays, seen, 'Rent')]);
      expect(verdict).toMatchObject({ notTaken: [{ id: moved, status: 'superseded', reason: 'deleted' }] });
      expect(await stored(anna, stays)).toMatchObject({ description: 'Rent' });
      const away = rows.map(({ id }) => patch(id, seen, { accountId: shop }, { accountId: mine }));
      expect(await pushApart(ben, 5, away)).toMatchObject({
        notTaken: [{ id: moved, status: 'superseded' }, refused(stays, 'forbidden')],
      });
    });
  });
}
