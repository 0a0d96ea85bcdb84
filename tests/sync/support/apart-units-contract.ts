/** Units, limits and repetitions of mutations that are decided apart (S71). */
import { describe, expect, it } from 'vitest';
import type { Mutation, Patch } from '#domain/mutations/operations';
import { NO_ORIGIN } from '#domain/rows';
import { described, ids, joined, LONG, OPEN, pushApart, refused, rowsIn, sidesOf } from './apart-world.ts';
import { type ContractWorld, entered, newId } from './contract-world.ts';
import { amount, begin, numberIn, patch, push, pushAll, remove, stored } from './decisions-world.ts';
import { FILE, importOf } from './imports-world.ts';
import { makeBudget } from './people.ts';

export function apartUnitsContract(world: () => ContractWorld): void {
  describe('a mutation that is decided apart', () => {
    it('[S71b] takes all of a unit or nothing: two operations on a row, both sides of a transfer', async () => {
      const household = await begin(world());
      const { anna, home, shop } = household;
      const mia = await joined(world(), home, 'member');
      const { rows, seen } = await rowsIn(mia, home, 2);
      const [twice = '', alone = ''] = ids(rows);
      expect(
        await pushApart(mia, 40, [
          described(twice, seen, 'Rent'),
          described(alone, seen, 'Rent'),
          patch(twice, { ...seen, number: 1e9 }, {}, { description: LONG }),
        ]),
      ).toHaveProperty('notTaken', [refused(twice, 'invalid')]);
      expect(await stored(anna, twice)).toMatchObject({ description: rows[0]?.description });
      expect(await stored(anna, alone)).toMatchObject({ description: 'Rent' });
      const [from, to] = sidesOf(household);
      await pushAll(anna, 50, [from, to]);
      await world().share({ accountId: shop, person: mia.person, role: 'member' });
      const deletions = [alone, from.row.id, to.row.id].map((id) => remove(id, { accountId: home, number: 1e9 }));
      expect(await pushApart(mia, 20, deletions)).toHaveProperty(
        'notTaken',
        [from, to].map(({ row }) => refused(row.id, 'forbidden')),
      );
      expect(await stored(anna, alone)).toBeUndefined();
      const made = sidesOf(household);
      const [lone] = sidesOf(household);
      const unequal = sidesOf(household);
      unequal[1].row.amount += 1;
      const verdict = await pushApart(anna, 10, [made[0], lone, ...unequal, made[1], entered(home)]);
      expect(verdict).toHaveProperty('notTaken', [
        refused(lone.row.id, 'invalid'),
        ...unequal.map(({ row }) => refused(row.id, 'invalid')),
      ]);
      for (const { row } of made) expect(await stored(anna, row.id)).toMatchObject({ transferId: row.transferId });
    });

    it('[S71b] leaves a deleted row away when the later edit that brings it back is refused', async () => {
      const { anna, ben, home } = await begin(world());
      const { rows, seen } = await rowsIn(anna, home, 3);
      const [refusedOne = '', back = '', fine = ''] = ids(rows);
      for (const id of [refusedOne, back]) await push(ben, 40, remove(id, seen));
      const verdict = await pushApart(anna, 20, [
        described(refusedOne, seen, LONG),
        described(back, seen, 'Rent'),
        described(fine, seen, 'Rent'),
      ]);
      expect(verdict).toHaveProperty('notTaken', [refused(refusedOne, 'invalid')]);
      expect(await stored(anna, refusedOne)).toBeUndefined();
      for (const id of [back, fine]) expect(await stored(anna, id)).toMatchObject({ description: 'Rent' });
    });

    it('[S71b] tells of both sides when a deed stands against one', async () => {
      const household = await begin(world());
      const { anna, ben, home, shop } = household;
      const [from, to] = sidesOf(household);
      const number = numberIn(await pushAll(anna, 50, [from, to]), home);
      const seen = { accountId: home, number };
      await push(ben, 10, amount(from.row.id, seen, 700));
      const { rows, seen: others } = await rowsIn(anna, home, 1);
      const change = (id: string, type: 'expense' | 'income', of: Patch['seen']) =>
        patch(id, of, { amount: 100, type, notes: '' }, { amount: 500, type, notes: 'x' });
      const verdict = await pushApart(anna, 30, [
        change(to.row.id, 'income', { accountId: shop, number: 1e9 }),
        change(from.row.id, 'expense', seen),
        described(rows[0]?.id ?? '', others, 'Rent'),
      ]);
      const by = ben.person.userEmail;
      const kept = (id: string, cents: number) => ({
        id,
        status: 'superseded',
        reason: 'newer',
        kept: { amount: cents },
        by,
      });
      expect(verdict).toMatchObject({ notTaken: [kept(to.row.id, 100), kept(from.row.id, 700)] });
      expect(await stored(anna, to.row.id)).toMatchObject({ amount: 100, notes: 'x' });
    });

    it('[S71b, S71i] gives a key that it names twice to one row, and tells of the other', async () => {
      const { anna, home } = await begin(world());
      const { rows, seen } = await rowsIn(anna, home, 2);
      const { operations, keys, importId } = importOf(home, FILE.slice(0, 1));
      const origin = { bankId: null, importId, importedText: 'Coffee' };
      const [one = '', other = ''] = ids(rows);
      const link = (id: string) => ({ ...patch(id, seen, { ...NO_ORIGIN }, origin), key: keys[0] });
      const by = anna.person.userEmail;
      expect(await pushApart(anna, 20, [...operations.slice(0, 1), link(one), link(other)])).toHaveProperty(
        'notTaken',
        [
          {
            id: other,
            status: 'superseded',
            reason: 'newer',
            kept: { importId: null, importedText: null },
            by,
            other: one,
          },
        ],
      );
      expect(await stored(anna, one)).toMatchObject(origin);
      expect(await stored(anna, other)).toMatchObject(NO_ORIGIN);
      const late = await pushApart(anna, 10, [link(other), described(one, { ...seen, number: 1e9 }, 'Rent')]);
      expect(late).toMatchObject({ notTaken: [{ id: other, reason: 'newer', other: one }] });
      expect(await stored(anna, one)).toMatchObject({ description: 'Rent' });
    });

    it('[S71b] refuses both deletions of a transfer of which its author may delete one side', async () => {
      const household = await begin(world());
      const { anna, home, shop } = household;
      const [from, to] = sidesOf(household);
      await pushAll(anna, 50, [from, to]);
      const mia = await joined(world(), home, 'admin');
      await world().share({ accountId: shop, person: mia.person, role: 'viewer' });
      const deletions = [from, to].map(({ row }) => remove(row.id, { accountId: row.accountId, number: 1e9 }));
      expect(await pushApart(mia, 20, deletions)).toHaveProperty(
        'notTaken',
        [from, to].map(({ row }) => refused(row.id, 'forbidden')),
      );
      for (const { row } of [from, to]) expect(await stored(anna, row.id)).toBeDefined();
    });

    it('[S71b] refuses all links of one line of a file when one of them is refused', async () => {
      const { anna, home } = await begin(world());
      const { rows, seen } = await rowsIn(anna, home, 3);
      const { operations, keys, importId } = importOf(home, FILE);
      const origin = { bankId: null, importId, importedText: 'Coffee' };
      const [one = '', other = '', third = ''] = ids(rows);
      const link = (id: string, key: string | undefined, over = {}) => ({
        ...patch(id, seen, { ...NO_ORIGIN }, { ...origin, ...over }),
        key,
      });
      const links = [link(one, keys[0], { description: LONG }), link(other, keys[0]), link(third, keys[1])];
      expect(await pushApart(anna, 20, [...operations.slice(0, 1), ...links])).toHaveProperty(
        'notTaken',
        [one, other].map((id) => refused(id, 'invalid')),
      );
      expect(await stored(anna, other)).toMatchObject(NO_ORIGIN);
      expect(await stored(anna, third)).toMatchObject(origin);
    });

    it('[S69l, S71i] brings each row of a file by itself, and tells which row has the key', async () => {
      const { anna, ben, home } = await begin(world());
      const mia = await joined(world(), home, 'member');
      const { rows, seen } = await rowsIn(anna, home, 1, { amount: 250, date: '2026-03-01' });
      const first = importOf(home, FILE);
      const [id = ''] = ids(rows);
      const origin = { bankId: null, importId: first.importId, importedText: 'Coffee' };
      const link = { ...patch(id, seen, { ...NO_ORIGIN }, origin), key: first.keys[0] };
      await pushApart(anna, 40, [...first.operations.slice(0, 1), link, ...first.inserts.slice(2)]);
      await push(ben, 30, remove(first.ids[2] ?? '', { accountId: home, number: 1e9 }));
      const again = importOf(home, FILE);
      const [linked, fresh, deleted] = again.ids;
      expect(await pushApart(mia, 20, again.operations)).toHaveProperty('notTaken', [
        {
          id: linked,
          status: 'superseded',
          reason: 'newer',
          kept: { date: '2026-03-01' },
          by: anna.person.userEmail,
          other: id,
        },
        { id: deleted, status: 'superseded', reason: 'deleted', kept: {}, by: ben.person.userEmail },
      ]);
      expect(await stored(anna, fresh ?? '')).toMatchObject({ importId: again.importId });
      const foreign = again.inserts.map((one) => ({ ...one, row: { ...one.row, importId: first.importId } }));
      const more = importOf(home, [{ date: '2026-03-07', amount: 1, description: 'Gum' }]);
      const put = more.inserts.map((one) => ({ ...one, row: { ...one.row, importId: first.importId } }));
      expect(await pushApart(mia, 10, [...put, ...foreign.slice(1, 2), described(fresh ?? '', 0, 'x')])).toHaveProperty(
        'notTaken',
        [refused(more.ids[0] ?? '', 'forbidden'), refused(fresh ?? '', 'forbidden')],
      );
    });

    it('[S71c] is refused whole where an operation on another table is', async () => {
      const { anna, home } = await begin(world());
      const mia = await joined(world(), home, 'member');
      const { rows, seen } = await rowsIn(mia, home, 1);
      const budget = { kind: 'insert', table: 'budgets', row: makeBudget(newId(), home, null) } as const;
      const change = described(rows[0]?.id ?? '', seen, 'Rent');
      const whole = await pushApart(mia, 30, [change, entered(home), budget]);
      expect(whole).toMatchObject({ status: 'rejected', reason: 'forbidden' });
      expect(whole).not.toHaveProperty('notTaken');
      const later = await pushApart(mia, 30, [change, { kind: 'delete', table: 'accounts', id: home }]);
      expect(later).toMatchObject({ status: 'rejected', reason: 'forbidden' });
      expect(await stored(anna, rows[0]?.id ?? '')).toMatchObject({ description: rows[0]?.description });
      const category = { kind: 'delete', table: 'reconciliations', id: newId() } as const;
      expect(await pushApart(anna, 30, [change, category])).toMatchObject({ status: 'rejected', reason: 'gone' });
    });

    it('[S71c] makes a reconciliation before its rows, and ends one after them', async () => {
      const { anna, home } = await begin(world());
      const { rows, seen } = await rowsIn(anna, home, 2);
      const row = { id: newId(), createdAt: new Date().toISOString(), accountId: home, date: '2026-03-09', balance: 0 };
      const agreed = { status: 'reconciled', reconciliationId: row.id };
      const device = newId();
      const made = { kind: 'insert', table: 'reconciliations', row } as const;
      const parts = rows.map(({ id }) => patch(id, seen, OPEN, agreed));
      expect(await pushApart(anna, 30, [...parts, made], { device })).not.toHaveProperty('notTaken');
      for (const { id } of rows) expect(await stored(anna, id)).toMatchObject(agreed);
      const ended = { kind: 'delete', table: 'reconciliations', id: row.id, undo: true } as const;
      const back = rows.map(({ id }) => ({ ...patch(id, seen, agreed, OPEN), undo: true as const }));
      expect(await pushApart(anna, 20, [ended, ...back], { device })).not.toHaveProperty('notTaken');
      for (const { id } of rows) expect(await stored(anna, id)).toMatchObject(OPEN);
    });

    it('[S71d] is decided once, and its verdict comes again with the rows that were not taken', async () => {
      const { anna, ben, home } = await begin(world());
      const { rows, seen } = await rowsIn(anna, home, 2);
      const gone = newId();
      const operations = [...rows.map(({ id }) => described(id, seen, 'Rent')), remove(gone, seen)];
      const mutation = { id: newId(), editedAt: new Date().toISOString(), apart: true as const, operations };
      const send = async (one: Mutation) => (await anna.remote.push(anna.person.userId, [one])).verdicts[0];
      const first = await send(mutation);
      expect(first).toHaveProperty('notTaken', [refused(gone, 'gone')]);
      await push(ben, 0, patch(rows[0]?.id ?? '', { ...seen, number: 1e9 }, {}, { description: 'Dinner' }));
      expect(await send(mutation)).toEqual(first);
      expect(await stored(anna, rows[0]?.id ?? '')).toMatchObject({ description: 'Dinner' });
      const other = { ...mutation, operations: operations.slice(1) };
      expect(await send(other)).toMatchObject({ status: 'rejected', reason: 'payload_mismatch' });
    });

    it('[S71e] is not known to an app that does not say so: it would take all rows as taken', async () => {
      const { anna, home } = await begin(world());
      const { rows, seen } = await rowsIn(anna, home, 2);
      const taken = rows.map(({ id }) => described(id, seen, 'Rent'));
      const send = async (id: string, operations: Mutation['operations'], more: { apart?: true }) => {
        const mutation = { id, editedAt: new Date().toISOString(), ...more, operations };
        return (await anna.remote.push(anna.person.userId, [mutation])).verdicts[0];
      };
      const [partly, whole] = [newId(), newId()];
      const operations = [...taken, remove(newId(), seen)];
      expect(await send(partly, operations, { apart: true })).toHaveProperty('notTaken');
      expect(await send(partly, operations, {})).toMatchObject({ status: 'rejected', reason: 'payload_mismatch' });
      const first = await send(whole, taken, { apart: true });
      expect(await send(whole, taken, {})).toEqual(first);
    });

    it('[S71e] is one that says so: any other is refused whole, and is told of no row', async () => {
      const { anna, home } = await begin(world());
      const { rows, seen } = await rowsIn(anna, home, 2);
      const operations = [...rows.map(({ id }) => described(id, seen, 'Rent')), remove(newId(), seen)];
      const whole = await pushAll(anna, 30, operations);
      expect(whole).toMatchObject({ status: 'rejected', reason: 'gone' });
      for (const { id, description } of rows) expect(await stored(anna, id)).toMatchObject({ description });
      const { verdicts } = await anna.remote.push(anna.person.userId, [
        { id: newId(), editedAt: new Date().toISOString(), apart: true, operations },
        { id: newId(), editedAt: new Date().toISOString(), operations: operations.slice(0, 1) },
      ]);
      expect(verdicts.map((one) => 'notTaken' in one)).toEqual([true, false]);
    });

    it('[S71h] takes back each row by itself', async () => {
      const { anna, ben, home } = await begin(world());
      const { rows, seen } = await rowsIn(anna, home, 3);
      const [fine = '', edited = '', gone = ''] = ids(rows);
      const device = newId();
      const number = numberIn(
        await pushApart(
          anna,
          40,
          rows.map(({ id }) => described(id, seen, 'Rent')),
          { device },
        ),
        home,
      );
      const later = { accountId: home, number };
      await push(ben, 30, patch(edited, later, { description: 'Rent' }, { description: 'Dinner' }));
      await push(ben, 30, remove(gone, later));
      const undo = [fine, edited, gone].map((id) => ({
        ...patch(id, later, { description: 'Rent' }, { description: 'row 0' }),
        undo: true as const,
      }));
      const by = ben.person.userEmail;
      expect(await pushApart(anna, 20, undo, { device })).toHaveProperty('notTaken', [
        { id: edited, status: 'superseded', reason: 'newer', kept: { description: 'Dinner' }, by },
        { id: gone, status: 'superseded', reason: 'deleted', kept: {}, by },
      ]);
      expect(await stored(anna, fine)).toMatchObject({ description: 'row 0' });
      expect(await stored(anna, gone)).toBeUndefined();
    });
  });
}
