/** What takes an import back takes away what it brought, and gives back what it took (S69d, S69e, S69j). */
import { describe, expect, it } from 'vitest';
import type { Delete, Operation, Patch } from '#domain/mutations/operations';
import { NO_ORIGIN, PLAIN } from '#domain/rows';
import { joined } from './apart-world.ts';
import { type ContractWorld, type Member, newId } from './contract-world.ts';
import {
  begin,
  type Household,
  numberIn,
  patch,
  pull,
  push,
  pushAll,
  remove,
  restoreOf,
  stored,
} from './decisions-world.ts';
import { applied, FILE, fatesOf, importOf, rowsOf, send } from './imports-world.ts';

/** The deletion of rows as this import's, and the end of the import. */
function revertOf(
  { importId, ids }: Pick<ReturnType<typeof importOf>, 'importId' | 'ids'>,
  over: Pick<Delete, 'undo' | 'seen'> = {},
): Operation[] {
  const removals = ids.map((id): Delete => ({ ...remove(id), importId, ...over }));
  return [...removals, { kind: 'delete', table: 'imports', id: importId, ...over }];
}

/** Anna has imported the file, reverted that, and undone the revert twenty minutes ago. */
async function returned({ anna, ben, home }: Household) {
  const file = importOf(home, FILE);
  const device = newId();
  const seen = { accountId: home, number: numberIn(await pushAll(anna, 60, file.operations, { device }), home) };
  const rows = await rowsOf(anna, home);
  await pushAll(anna, 50, revertOf(file, { seen }), { device });
  const back = await pushAll(anna, 20, [...file.operations.slice(0, 1), ...rows.map(restoreOf)], { device });
  return { file, anna, ben, home, device, seen, now: { accountId: home, number: numberIn(back, home) } };
}

async function importsIn(member: Member, accountId: string): Promise<string[]> {
  const all = (await pull(member)).scopes.flatMap(({ imports }) => imports);
  return all.flatMap((one) => (one.accountId === accountId ? one.id : []));
}

/** Anna's entry is linked to the third row of the file. */
async function linked({ anna, home, id, seen }: Household) {
  const file = importOf(home, FILE.slice(2));
  const [key = ''] = file.keys;
  const origin = { bankId: 'B7', importId: file.importId, importedText: 'Lunch' };
  const device = newId();
  const link: Patch = { ...patch(id, seen, { ...NO_ORIGIN }, origin), key };
  const verdict = await send(anna, [...file.operations.slice(0, 1), link], device);
  expect(verdict).toMatchObject(applied);
  const unlinked = { ...seen, number: numberIn(verdict, home) };
  const unlink = patch(id, unlinked, origin, { ...NO_ORIGIN });
  return { ...file, key, origin, device, link, unlink };
}

export function revertsContract(world: () => ContractWorld): void {
  describe('an import that is taken back', () => {
    it('[S69j] leaves the rows that another import had brought before', async () => {
      const { anna, ben, home } = await begin(world());
      const first = importOf(home, FILE);
      await send(anna, first.operations);
      const second = importOf(home, FILE, { category: 'Home' });
      expect(await send(ben, second.operations)).toMatchObject(applied);
      expect(await send(ben, revertOf(second))).toMatchObject(applied);
      expect((await rowsOf(anna, home)).map(({ importId }) => importId)).toEqual(FILE.map(() => first.importId));
      expect(Object.values(await fatesOf(anna, home))).toEqual(['here', 'here', 'here']);
      expect(await send(anna, revertOf(first))).toMatchObject(applied);
      expect(await rowsOf(ben, home)).toEqual([]);
    });

    it('[S69j] by an undo leaves them, too', async () => {
      const { anna, ben, home } = await begin(world());
      await send(anna, importOf(home, FILE).operations);
      const [second, device] = [importOf(home, FILE), newId()];
      await send(ben, second.operations, device);
      const verdict = await send(ben, revertOf(second, { undo: true }), device);
      expect(verdict).toMatchObject(applied);
      expect(numberIn(verdict, home)).toBeGreaterThan(0);
      expect(await rowsOf(anna, home)).toHaveLength(3);
    });

    it('[S69j] leaves a row that went to another account', async () => {
      const { anna, home, shop } = await begin(world());
      const file = importOf(home, FILE);
      const number = numberIn(await send(anna, file.operations), home);
      const [id = ''] = file.ids;
      await push(anna, 0, patch(id, { accountId: home, number }, { accountId: home }, { accountId: shop }));
      expect(await send(anna, revertOf(file))).toMatchObject(applied);
      expect(await stored(anna, id)).toMatchObject({ accountId: shop, ...PLAIN });
    });

    it('[S39j] and comes back stays, with its rows, when an older revert arrives, unaware of it', async () => {
      const { file, anna, ben, home, seen } = await returned(await begin(world()));
      const verdict = await pushAll(ben, 30, revertOf(file, { seen }), { apart: true });
      expect(verdict).toMatchObject(applied);
      const stays = { status: 'superseded', reason: 'newer', kept: {}, by: anna.person.userEmail };
      const told = [...file.ids, file.importId].map((id) => ({ ...stays, id }));
      expect(verdict).toMatchObject({ notTaken: told });
      expect(await importsIn(ben, home)).toEqual([file.importId]);
      expect(await rowsOf(ben, home)).toHaveLength(3);
      const end = revertOf(file, { seen }).slice(-1);
      expect(await pushAll(ben, 30, end)).toMatchObject(stays);
    });

    it('[S39j, S39a] and comes back goes by a revert that is later, or knew of that', async () => {
      for (const [minutes, isKnown] of [
        [10, false],
        [30, true],
      ] as const) {
        const { file, ben, home, seen, now } = await returned(await begin(world()));
        expect(await pushAll(ben, minutes, revertOf(file, { seen: isKnown ? now : seen }))).toMatchObject(applied);
        expect([await importsIn(ben, home), await rowsOf(ben, home)]).toEqual([[], []]);
      }
    });

    it('[S39j, S36b] and comes back goes by a revert of the same device', async () => {
      const { file, anna, device, home, seen } = await returned(await begin(world()));
      expect(await pushAll(anna, 30, revertOf(file, { seen }), { device })).toMatchObject(applied);
      expect(await importsIn(anna, home)).toEqual([]);
    });

    it('[S39j, S69d] and comes back is nothing that others may take back', async () => {
      const { file, home, seen } = await returned(await begin(world()));
      const mia = await joined(world(), home, 'member');
      const end = revertOf(file, { seen }).slice(-1);
      expect(await pushAll(mia, 30, end)).toMatchObject({ status: 'rejected', reason: 'forbidden' });
    });

    it('[S69e] links again what it had linked when that is undone', async () => {
      const household = await begin(world());
      const { anna, ben, home, id } = household;
      const { importId, key, origin, device, operations, unlink } = await linked(household);
      await send(anna, [unlink, { kind: 'delete', table: 'imports', id: importId }], device);
      expect((await fatesOf(ben, home))[key]).toBe('reverted');
      const link: Patch = { ...unlink, before: unlink.after, after: unlink.before, undo: true };
      expect(await send(anna, [...operations.slice(0, 1), link], device)).toMatchObject(applied);
      expect(await stored(ben, id)).toMatchObject(origin);
      expect((await fatesOf(ben, home))[key]).toBe('here');
      await send(ben, importOf(home, FILE.slice(2)).operations);
      expect(await rowsOf(anna, home)).toHaveLength(1);
    });

    it('[S69d] stays away from a row that it was linked to, also when that is deleted and comes back', async () => {
      const household = await begin(world());
      const { anna, ben, home, id } = household;
      const { importId, key, unlink } = await linked(household);
      await send(anna, [unlink, { kind: 'delete', table: 'imports', id: importId }]);
      const row = await stored(anna, id);
      if (!row) throw new Error('no row');
      await push(anna, 0, remove(id, { accountId: home, number: row.version }));
      await push(anna, 0, restoreOf(row));
      expect((await fatesOf(ben, home))[key]).toBe('reverted');
    });

    it('[S69e] a link that brings a deleted row back has its key', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      await push(ben, 30, remove(id, seen));
      const file = importOf(home, FILE.slice(2));
      const [key = ''] = file.keys;
      const origin = { ...NO_ORIGIN, importId: file.importId };
      const link: Patch = { ...patch(id, seen, { ...NO_ORIGIN }, origin), key };
      expect(await send(anna, [...file.operations.slice(0, 1), link])).toMatchObject(applied);
      expect(await stored(ben, id)).toMatchObject(origin);
      expect(await fatesOf(ben, home)).toEqual({ [key]: 'here' });
    });
  });
}
