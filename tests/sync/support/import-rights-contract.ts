/** Who may bring rows under which import, and what nobody else learns of it (S69). */
import { describe, expect, it } from 'vitest';
import { importedId } from '#domain/ids/imported-id';
import { NO_ORIGIN, PLAIN } from '#domain/rows';
import { type ContractWorld, entered, newId } from './contract-world.ts';
import { begin, numberIn, patch, pull, push, remove, restoreOf, stored } from './decisions-world.ts';
import { applied, FILE, fatesOf, importOf, rowsOf, send } from './imports-world.ts';
import { makeAccount, makeBudget } from './people.ts';

export function importRightsContract(world: () => ContractWorld): void {
  describe('an import', () => {
    it('[S69m] nobody puts rows under an import of somebody else, or of another account', async () => {
      const { anna, ben, home, shop, id, seen } = await begin(world());
      const [annas, elsewhere] = [importOf(home, FILE.slice(0, 1)), importOf(shop, FILE.slice(0, 1))];
      await send(anna, annas.operations);
      await send(ben, elsewhere.operations);
      const forbidden = { status: 'rejected', reason: 'forbidden' };
      const other = importOf(home, FILE.slice(2));
      const link = (importId: string) => patch(id, seen, { ...NO_ORIGIN }, { ...NO_ORIGIN, importId });
      for (const { importId } of [annas, elsewhere]) {
        const under = other.inserts.map((one) => ({ ...one, row: { ...one.row, importId } }));
        expect(await send(ben, under)).toMatchObject(forbidden);
        const row = { ...entered(home).row, importId };
        expect(await push(ben, 0, { kind: 'insert', table: 'transactions', row })).toMatchObject(forbidden);
        expect(await push(ben, 0, link(importId))).toMatchObject(forbidden);
        expect(await send(ben, [{ ...link(importId), key: other.keys[0] }])).toMatchObject(forbidden);
        expect(await push(ben, 0, { kind: 'restore', table: 'transactions', row })).toMatchObject(applied);
        expect(await stored(anna, row.id)).toMatchObject(NO_ORIGIN);
      }
      expect(await rowsOf(anna, home)).toHaveLength(1);
      // Of an import that is not there any more, it is nobody's.
      expect(await send(anna, [link(newId())])).toMatchObject(applied);
    });

    it('[S69m] undo and restore bring the row back under the import that it was of, whoever made that', async () => {
      const { anna, ben, home } = await begin(world());
      const file = importOf(home, FILE);
      let number = numberIn(await send(anna, file.operations), home);
      const [id = ''] = file.ids;
      const row = await stored(ben, id);
      if (!row) throw new Error('no row');
      const { bankId, importId, importedText } = row;
      const origin = { bankId, importId, importedText };
      const device = newId();
      number = numberIn(
        await send(ben, [patch(id, { accountId: home, number }, origin, { ...NO_ORIGIN })], device),
        home,
      );
      const back = { ...patch(id, { accountId: home, number }, { ...NO_ORIGIN }, origin), undo: true as const };
      expect(await send(ben, [back], device)).toMatchObject(applied);
      expect(await stored(anna, id)).toMatchObject(origin);
      await push(ben, 0, remove(id, { accountId: home, number: 1e9 }));
      expect(await push(ben, 0, restoreOf(row))).toMatchObject(applied);
      expect(await stored(anna, id)).toMatchObject(origin);
    });

    it('[S69e] who may not change a row links nothing', async () => {
      const { anna, home, id, seen } = await begin(world());
      const cleo = await world().signUp('cleo');
      await world().share({ accountId: home, person: cleo.person, role: 'member' });
      const { keys, importId } = importOf(home, FILE.slice(2));
      const link = { ...patch(id, seen, { ...NO_ORIGIN }, { ...NO_ORIGIN, importId }), key: keys[0] };
      expect(await send(cleo, [link])).toMatchObject({ status: 'rejected', reason: 'forbidden' });
      expect(await fatesOf(anna, home)).toEqual({});
      expect(await stored(anna, id)).toMatchObject(PLAIN);
    });

    it('[S69f] nobody without the account learns of imports, keys or origins, nor names keys', async () => {
      const { anna, home } = await begin(world());
      const [dora, fay, eve] = [await world().signUp('dora'), await world().signUp('fay'), await world().signUp('eve')];
      const budget = newId();
      await push(anna, 80, { kind: 'insert', table: 'budgets', row: makeBudget(budget, home, null) });
      await world().share({ accountId: home, budgetId: budget, person: dora.person, role: 'admin' });
      await world().share({ accountId: home, person: fay.person, role: 'viewer' });
      const first = importOf(home, FILE, { bankId: 'SECRET' });
      await send(anna, first.operations);
      const [scope] = (await pull(dora)).scopes;
      expect(scope?.transactions).toHaveLength(4);
      for (const row of scope?.transactions ?? []) expect(row).toMatchObject(PLAIN);
      expect(scope).toMatchObject({ imports: [], keys: [] });
      expect(JSON.stringify(await pull(dora))).not.toMatch(/SECRET|march/);
      for (const rows of [FILE, [{ date: '2026-03-09', amount: 1, description: 'New' }]]) {
        const { inserts, operations } = importOf(home, rows);
        const forbidden = { status: 'rejected', reason: 'forbidden' };
        expect(await send(fay, inserts)).toMatchObject(forbidden);
        expect(await send(fay, operations.slice(0, 1))).toMatchObject(forbidden);
        expect(await send(dora, inserts)).toMatchObject(forbidden);
        expect(await send(eve, inserts)).toMatchObject({ status: 'rejected', reason: 'gone' });
      }
    });

    it('[S69g] an id that is made of a name needs its proof, so its refusal tells nothing', async () => {
      const { anna, home } = await begin(world());
      const eve = await world().signUp('eve');
      const hers = newId();
      await push(eve, 80, makeAccount(hers, eve.person));
      const theirs = importOf(home, FILE);
      await send(anna, theirs.operations);
      const verdictOn = async (id: string, key?: string) => {
        const entry = entered(hers);
        const insert = { ...entry, row: { ...entry.row, id, importId: newId() }, ...(key && { key }) };
        const { id: _, ...verdict } = await send(eve, [insert]);
        return JSON.parse(JSON.stringify(verdict).replaceAll(id, 'THE ID'));
      };
      const [id = ''] = theirs.ids;
      const [key = ''] = theirs.keys;
      const [free = ''] = importOf(home, [{ date: '2026-03-09', amount: 1, description: 'None' }]).ids;
      expect(await verdictOn(id)).toMatchObject({ status: 'rejected', reason: 'duplicate' });
      expect(await verdictOn(free)).toEqual(await verdictOn(id));
      expect(await verdictOn(id, key)).toMatchObject({ status: 'rejected', reason: 'invalid' });
      expect(await verdictOn(free, key)).toEqual(await verdictOn(id, key));
      expect(await verdictOn(importedId(hers, key), key)).toMatchObject(applied);
    });
  });
}
