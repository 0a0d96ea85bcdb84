/** A row that two people ask for, unaware of each other, is made once. No undo takes it from the other one (S67n). */
import { describe, expect, it } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import type { Insert } from '#domain/mutations/operations';
import { type ContractWorld, type Member, newId } from './contract-world.ts';
import { begin, notices, numberIn, pull, push, remove, stored } from './decisions-world.ts';
import { fateOf, householdWithRent, occurrence } from './schedules-world.ts';

const DAY = '2026-02-01';
const applied = { status: 'applied' };
const again = { again: true } as const;
const staysBy = ({ person }: Member) => ({ status: 'superseded', reason: 'newer', by: person.userEmail });

/** Takes back what this mutation has added. */
function undoOf(by: Member, minutes: number, { table, row }: Insert, action: string) {
  return push(by, minutes, { kind: 'delete', table, id: row.id, undo: true }, { undoes: action });
}

export function askedByTwoContract(world: () => ContractWorld): void {
  /** The actions by which both ask for the same row, Anna first. */
  async function bothAsk(anna: Member, ben: Member, [hers, his]: readonly [Insert, Insert]) {
    const [first, second] = [newId(), newId()];
    expect(await push(anna, 40, hers, { id: first })).toMatchObject(applied);
    expect(await push(ben, 30, his, { id: second })).toMatchObject(applied);
    return { first, second };
  }

  describe('an occurrence that two people ask for', () => {
    const wanted = (rent: Parameters<typeof occurrence>[0]) =>
      [occurrence(rent, DAY, again), occurrence(rent, DAY, again)] as const;

    it('[S67n] stays when who asked first takes that back, and they are told who wants it', async () => {
      const { anna, ben, rent } = await householdWithRent(world());
      const both = wanted(rent);
      const { first } = await bothAsk(anna, ben, both);
      expect(await undoOf(anna, 20, both[0], first)).toMatchObject(staysBy(ben));
      expect(await stored(ben, both[0].row.id)).toMatchObject({ userId: anna.person.userId });
      expect(await fateOf(ben, rent, DAY)).toMatchObject({ fate: 'here' });
    });

    it('[S67n] stays when who asked second takes that back, and they are told who wants it', async () => {
      const { anna, ben, rent } = await householdWithRent(world());
      const both = wanted(rent);
      const { second } = await bothAsk(anna, ben, both);
      expect(await undoOf(ben, 20, both[1], second)).toMatchObject(staysBy(anna));
      expect(await stored(anna, both[0].row.id)).toBeDefined();
    });

    it('[S67n] stays when who asked first asks on another device, too, before they take that back', async () => {
      const { anna, ben, rent } = await householdWithRent(world());
      const both = wanted(rent);
      const { first } = await bothAsk(anna, ben, both);
      expect(await push(anna, 25, both[0])).toMatchObject(applied);
      expect(await undoOf(anna, 20, both[0], first)).toMatchObject(staysBy(ben));
    });

    it('[S67n] stays when who asked first had asked on another device before the other one did', async () => {
      const { anna, ben, rent } = await householdWithRent(world());
      const both = wanted(rent);
      const first = newId();
      expect(await push(anna, 40, both[0], { id: first })).toMatchObject(applied);
      expect(await push(anna, 35, both[0])).toMatchObject(applied);
      expect(await push(ben, 30, both[1])).toMatchObject(applied);
      expect(await undoOf(anna, 20, both[0], first)).toMatchObject(staysBy(ben));
      expect(await stored(ben, both[0].row.id)).toBeDefined();
    });

    it('[S67n] stays when the device of another had added it, and that is taken back', async () => {
      const { anna, ben, rent } = await householdWithRent(world());
      const both = [occurrence(rent, DAY), occurrence(rent, DAY, again)] as const;
      const { first } = await bothAsk(anna, ben, both);
      expect(await undoOf(anna, 20, both[0], first)).toMatchObject(staysBy(ben));
      expect(await stored(ben, both[0].row.id)).toBeDefined();
    });

    it('[S67n] stays also when who asked second may not write in what the other one entered', async () => {
      const { anna, rent, home } = await householdWithRent(world());
      const cleo = await world().signUp('cleo');
      await world().share({ accountId: home, person: cleo.person, role: 'member' });
      const both = wanted(rent);
      const { first } = await bothAsk(anna, cleo, both);
      expect(await undoOf(anna, 20, both[0], first)).toMatchObject(staysBy(cleo));
      expect(await stored(cleo, both[0].row.id)).toBeDefined();
    });

    it('[S67b, S80c] goes when only devices had added it by themselves', async () => {
      const { anna, ben, rent } = await householdWithRent(world());
      const both = [occurrence(rent, DAY), occurrence(rent, DAY)] as const;
      const { first } = await bothAsk(anna, ben, both);
      expect(await undoOf(anna, 20, both[0], first)).toMatchObject(applied);
      expect(await fateOf(ben, rent, DAY)).toMatchObject({ fate: 'deleted' });
      expect(await notices(ben)).toEqual([]);
    });

    it('[S67b] goes when one person asked on two devices and takes it back', async () => {
      const { anna, rent } = await householdWithRent(world());
      const both = wanted(rent);
      const { first } = await bothAsk(anna, anna, both);
      expect(await undoOf(anna, 20, both[0], first)).toMatchObject(applied);
      expect(await stored(anna, both[0].row.id)).toBeUndefined();
    });

    it('[S67n, S39a] is deleted by hand, and who asked for it after that is told', async () => {
      const { anna, ben, home, rent } = await householdWithRent(world());
      const both = wanted(rent);
      const number = numberIn(await push(anna, 40, both[0]), home);
      expect(await push(ben, 20, both[1])).toMatchObject(applied);
      const { id } = both[0].row;
      expect(await push(anna, 30, remove(id, { accountId: home, number }))).toMatchObject(applied);
      expect(await stored(ben, id)).toBeUndefined();
      expect(await notices(ben)).toMatchObject([{ kind: 'deleted', rowId: id }]);
    });
  });

  describe('a category that two people make', () => {
    const pets = (accountId: string): Insert => ({
      kind: 'insert',
      table: 'categories',
      row: newCategory(accountId, 'expense', 'Pets', new Date().toISOString()),
    });
    const names = async (member: Member) =>
      (await pull(member)).scopes.flatMap(({ categories }) => categories).map(({ name }) => name);

    it('[S67n] stays when either of them takes it back, and both are told', async () => {
      const { anna, ben, home } = await begin(world());
      const both = [pets(home), pets(home)] as const;
      const { first, second } = await bothAsk(anna, ben, both);
      expect(await undoOf(anna, 20, both[0], first)).toMatchObject(staysBy(ben));
      expect(await undoOf(ben, 20, both[1], second)).toMatchObject({ status: 'superseded', reason: 'newer' });
      expect(await names(ben)).toContain('Pets');
    });

    it('[S67n, S39a] is deleted by hand, and who made it after that is told', async () => {
      const { anna, ben, home } = await begin(world());
      const { row } = pets(home);
      const number = numberIn(await push(anna, 40, pets(home)), home);
      expect(await push(ben, 20, pets(home))).toMatchObject(applied);
      const seen = { accountId: home, number };
      expect(await push(anna, 30, { kind: 'delete', table: 'categories', id: row.id, seen })).toMatchObject(applied);
      expect(await notices(ben)).toMatchObject([{ kind: 'deleted', table: 'categories', rowId: row.id }]);
    });
  });
}
