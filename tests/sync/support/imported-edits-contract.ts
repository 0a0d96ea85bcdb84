/** Edits of rows of a file that another device imported, too, and pushed first (S36h). */
import { describe, expect, it } from 'vitest';
import { type ContractWorld, newId } from './contract-world.ts';
import { amount, begin, notices, patch, push, pushAll, remove, stored } from './decisions-world.ts';
import { applied, FILE, fatesOf, importOf } from './imports-world.ts';

const createdAt = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Anna imported 30 minutes ago, and pushed first. Ben did so 40 minutes ago, and what he did then comes after that. */
async function importedByBoth(world: ContractWorld) {
  const household = await begin(world);
  const { anna, ben, home } = household;
  const first = importOf(home, FILE, { createdAt: createdAt(30) });
  const [device, seen] = [newId(), { accountId: home, number: 0 }];
  const [id = '', other = ''] = first.ids;
  await pushAll(anna, 30, first.operations);
  const second = importOf(home, FILE, { createdAt: createdAt(40), category: 'Home' });
  expect(await pushAll(ben, 40, second.operations, { device })).toMatchObject(applied);
  return { ...household, id, other, key: first.keys[0] ?? '', device: { device }, seen };
}

export function importedEditsContract(world: () => ContractWorld): void {
  describe('the row of a file that two devices imported', () => {
    it('[S36h] takes what somebody changed by hand before the import that came first', async () => {
      const { anna, ben, id, seen, device } = await importedByBoth(world());
      const changes = [
        [{ category: 'Home' }, { category: 'Wine' }],
        [
          { status: 'cleared', reconciliationId: null },
          { status: 'open', reconciliationId: null },
        ],
        [{ description: 'Coffee' }, { description: 'Coffee with Anna' }],
        [{ date: '2026-03-02' }, { date: '2026-03-01' }],
        [
          { amount: 250, type: 'expense' },
          { amount: 260, type: 'income' },
        ],
      ] as const;
      for (const [before, after] of changes) {
        expect(await push(ben, 35, patch(id, seen, before, after), device)).toMatchObject(applied);
        expect(await stored(anna, id)).toMatchObject(after);
      }
      expect(await notices(anna)).toEqual([]);
    });

    it('[S36h] has no time of its own where amount and type are decided together', async () => {
      const { anna, ben, home, id, seen, device } = await importedByBoth(world());
      const carl = await world().signUp('carl');
      await world().share({ accountId: home, person: carl.person, role: 'admin' });
      const types = [
        { amount: 250, type: 'expense' },
        { amount: 250, type: 'income' },
      ] as const;
      expect(await push(carl, 38, amount(id, seen, 300), { device: newId() })).toMatchObject(applied);
      expect(await push(ben, 35, patch(id, seen, ...types), device)).toMatchObject(applied);
      expect(await stored(anna, id)).toMatchObject(types[1]);
      expect(await notices(carl)).toMatchObject([{ rowId: id, lost: { amount: 300 }, stands: { amount: 250 } }]);
      // Carl had edited it later than Ben.
      expect(await push(carl, 34, amount(id, seen, 310), { device: newId() })).toMatchObject(applied);
      expect(await push(ben, 35, patch(id, seen, ...types), { device: newId() })).toMatchObject({
        status: 'superseded',
        kept: { amount: 310 },
        by: carl.person.userEmail,
      });
    });

    it('[S36h] is deleted or moved by who did so before the import that came first', async () => {
      const { anna, ben, home, shop, id, other, key, seen, device } = await importedByBoth(world());
      expect(await push(ben, 35, remove(id, seen), device)).toMatchObject(applied);
      expect(await stored(anna, id)).toBeUndefined();
      expect((await fatesOf(anna, home))[key]).toBe('deleted');
      const move = patch(other, seen, { accountId: home }, { accountId: shop });
      expect(await push(ben, 35, move, device)).toMatchObject(applied);
      expect(await stored(anna, other)).toMatchObject({ accountId: shop, importId: null });
      expect(Object.values(await fatesOf(anna, home)).sort()).toEqual(['deleted', 'here', 'moved']);
    });
  });
}
