/** What somebody chose for lines of a file that another one had brought before (S69p). */
import { describe, expect, it } from 'vitest';
import type { Insert } from '#domain/mutations/operations';
import { NO_ORIGIN, type TransactionRow } from '#domain/rows';
import { pushApart } from './apart-world.ts';
import { type ContractWorld, entered, newId } from './contract-world.ts';
import { begin, numberIn, patch, push, pushAll, remove, stored } from './decisions-world.ts';
import { applied, FILE, importOf } from './imports-world.ts';

type Chosen = Extract<Insert, { table: 'transactions' }>['chosen'];

/** The same file again, with other values, of which these were chosen. */
function second(accountId: string, over: Partial<TransactionRow>, chosen?: Chosen) {
  const file = importOf(accountId, FILE, over);
  const inserts = file.inserts.map((one) => ({ ...one, ...(chosen && { chosen }) }));
  return { ...file, inserts, operations: [...file.operations.slice(0, 1), ...inserts] };
}

export function importedChoicesContract(world: () => ContractWorld): void {
  describe('the row of a file for which a second person chose something', () => {
    /** Anna has brought the first row of the file. */
    async function broughtByAnna() {
      const household = await begin(world());
      const first = importOf(household.home, FILE.slice(0, 1));
      const number = numberIn(await pushAll(household.anna, 40, first.operations), household.home);
      const [id = ''] = first.ids;
      const told = { id, status: 'superseded', reason: 'newer', by: household.anna.person.userEmail };
      return { ...household, id, told, seen: { accountId: household.home, number } };
    }

    it('[S69p] is told, as far as it was chosen and differs', async () => {
      const { anna, ben, home, id, told } = await broughtByAnna();
      const before = await stored(anna, id);
      const home2 = second(home, { category: 'Home', notes: 'with Anna' }, ['category']);
      const verdict = await pushApart(ben, 20, home2.operations);
      expect(verdict).toMatchObject({ ...applied, notTaken: [{ ...told, kept: { category: 'Food' } }] });
      expect(verdict).toHaveProperty('notTaken.length', 1);
      expect(numberIn(verdict, home)).toBeGreaterThanOrEqual(before?.version ?? 0);
      expect(await stored(anna, id)).toEqual(before);
      const others = await Promise.all(home2.ids.slice(1).map((one) => stored(anna, one)));
      expect(others).toMatchObject([{ category: 'Home' }, { category: 'Home' }]);
    });

    it('[S69p] is not told of what is of the file or of the app, nor of what stands as chosen', async () => {
      const { ben, home } = await broughtByAnna();
      for (const [over, chosen] of [
        [{ category: 'Home', description: 'KIOSK', notes: 'x' }, []],
        [{ category: 'Food' }, ['category', 'description', 'notes', 'lines', 'budgetId']],
        [{}, undefined],
      ] as const) {
        const { operations } = second(home, over, chosen && [...chosen]);
        const verdict = await pushApart(ben, 20, operations.slice(0, 2));
        expect(verdict).not.toHaveProperty('notTaken');
      }
    });

    it('[S69p] is told of all of it where its device does not say what was chosen', async () => {
      const { ben, home, told } = await broughtByAnna();
      const all = { category: 'Home', description: 'With Anna', notes: 'twice' };
      expect(await pushApart(ben, 20, second(home, all).operations)).toHaveProperty('notTaken', [
        { ...told, kept: { category: 'Food', description: 'Coffee', notes: '' } },
      ]);
      const lines = [
        { id: newId(), category: 'Home', cents: 200, note: '' },
        { id: newId(), category: 'Food', cents: 50, note: '' },
      ];
      const split = second(home, { category: 'Split', lines }).inserts.slice(0, 1);
      expect(await pushApart(ben, 20, split)).toHaveProperty('notTaken', [{ ...told, kept: { lines: null } }]);
    });

    it('[S69p] hears whose deed stands, also of an edit, and also where a row that was linked stands', async () => {
      const { anna, ben, home, id, told, seen } = await broughtByAnna();
      const carl = await world().signUp('carl');
      await world().share({ accountId: home, person: carl.person, role: 'admin' });
      await push(carl, 30, patch(id, seen, { category: 'Food' }, { category: 'Wine' }));
      const again = second(home, { category: 'Home' }, ['category']);
      expect(await pushApart(ben, 20, again.operations.slice(0, 2))).toHaveProperty('notTaken', [
        { ...told, kept: { category: 'Wine' }, by: carl.person.userEmail },
      ]);
      const own = entered(home, FILE[2]);
      const number = numberIn(await push(anna, 30, own), home);
      const [file, key] = [importOf(home, FILE), again.keys[2]];
      const origin = { bankId: null, importId: file.importId, importedText: 'Lunch' };
      const link = { ...patch(own.row.id, { accountId: home, number }, { ...NO_ORIGIN }, origin), key };
      await pushApart(anna, 25, [...file.operations.slice(0, 1), link]);
      expect(await pushApart(ben, 20, again.inserts.slice(2))).toHaveProperty('notTaken', [
        { ...told, id: again.ids[2], kept: { category: 'Food' }, other: own.row.id },
      ]);
    });

    it('[S69p] means the name that the category has now', async () => {
      const { anna, ben, home, told } = await broughtByAnna();
      const rename = { type: 'expense', from: 'Food', to: 'Meals', accountId: home } as const;
      await push(anna, 30, { kind: 'call', name: 'category.rename', arguments: rename });
      const food = second(home, { category: 'Food' }, ['category']);
      expect(await pushApart(ben, 35, food.operations.slice(0, 2))).not.toHaveProperty('notTaken');
      const other = second(home, { category: 'Home' }, ['category']);
      expect(await pushApart(ben, 35, other.operations.slice(0, 2))).toHaveProperty('notTaken', [
        { ...told, kept: { category: 'Meals' } },
      ]);
    });

    it('[S69p] is told of nothing more where the row is deleted, or the mutation is decided whole', async () => {
      const { anna, ben, home, id, told, seen } = await broughtByAnna();
      const again = second(home, { category: 'Home' }, ['category']);
      expect(await pushAll(ben, 20, again.operations.slice(0, 2))).toMatchObject(applied);
      await push(anna, 10, remove(id, { ...seen, number: 1e9 }));
      expect(await pushApart(ben, 5, second(home, { category: 'Home' }).inserts.slice(0, 1))).toMatchObject({
        notTaken: [{ ...told, reason: 'deleted', kept: {} }],
      });
    });
  });
}
