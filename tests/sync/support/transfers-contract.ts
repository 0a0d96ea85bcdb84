/** What a server does with the two sides of a transfer (S65). */
import { describe, expect, it } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import { type ContractWorld, entered, type Member, mutation, newId } from './contract-world.ts';
import { begin, type Household, patch, pull, restoreOf, stored } from './decisions-world.ts';

export function transfersContract(world: () => ContractWorld): void {
  describe('a transfer', () => {
    it('[S65a] is made by one mutation of both sides, and never with an id that was used before', async () => {
      const { anna, home, shop } = await begin(world());
      const transferId = newId();
      const made = sides(home, shop, transferId);
      expect(await decided(anna, made)).toMatchObject({ status: 'applied' });
      for (const { row } of made) expect(await stored(anna, row.id)).toMatchObject({ nature: 'transfer', transferId });
      const refused = { status: 'rejected', reason: 'invalid' };
      expect(await decided(anna, sides(home, shop, transferId))).toMatchObject(refused);
      await decided(
        anna,
        made.map(({ row: { id } }) => ({ kind: 'delete', table: 'transactions', id })),
      );
      expect(await decided(anna, sides(home, shop, transferId))).toMatchObject(refused);
    });

    it('[S65a] comes back under its id only as the same two transactions', async () => {
      const { anna, home, shop } = await begin(world());
      const [from, to] = sides(home, shop, newId());
      const gone = [from, to].map(({ row: { id } }): Operation => ({ kind: 'delete', table: 'transactions', id }));
      await decided(anna, [from, to]);
      await decided(anna, gone);
      const other = { ...to, row: { ...to.row, id: newId() } };
      expect(await decided(anna, [from, other])).toMatchObject({ status: 'rejected', reason: 'invalid' });
      expect(await decided(anna, [from, to])).toMatchObject({ status: 'applied' });
    });

    it('[S65a] is refused alike with one side, three, one account, one type or two amounts', async () => {
      const { anna, home, shop } = await begin(world());
      const [from, to] = sides(home, shop, newId());
      const other = (over: object): Operation => ({ ...to, row: { ...to.row, ...over } });
      const wrong: Operation[][] = [
        [from],
        [from, to, other({ id: newId() })],
        [from, other({ accountId: home })],
        [from, other({ type: 'expense' })],
        [from, other({ amount: to.row.amount + 1 })],
        [from, other({ transferId: newId() })],
      ];
      const verdicts = [];
      for (const operations of wrong) verdicts.push(await decided(anna, operations));
      for (const { id, ...verdict } of verdicts) {
        expect(verdict).toEqual({ ...verdicts[0], id: undefined });
        expect(verdict).toMatchObject({ status: 'rejected', reason: 'invalid' });
      }
      expect(await stored(anna, from.row.id)).toBeUndefined();
    });

    it('[S65a] no batch of mutations makes the sides one by one', async () => {
      const { anna, home, shop } = await begin(world());
      const [from, to] = sides(home, shop, newId());
      const { verdicts } = await anna.remote.push(anna.person.userId, [mutation(from), mutation(to)]);
      expect(verdicts).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    });

    it('[S65a, S65b] two transactions are linked, and each side can be unlinked alone', async () => {
      const { anna, shop, id } = await begin(world());
      const arrival = entered(shop, { type: 'income', amount: 100 });
      await decided(anna, [arrival]);
      const transferId = newId();
      const linked = { nature: 'transfer', transferId };
      const free = { nature: 'regular', transferId: null };
      expect(await decided(anna, [patch(id, 0, free, linked)])).toMatchObject({
        status: 'rejected',
        reason: 'invalid',
      });
      const both = [patch(id, 0, free, linked), patch(arrival.row.id, 0, free, linked)];
      expect(await decided(anna, both)).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject(linked);
      expect(await decided(anna, [patch(id, 0, linked, free)])).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject(free);
      expect(await stored(anna, arrival.row.id)).toMatchObject(linked);
    });

    it('[S65c] a removed side comes back as this side, and as no side of another transfer', async () => {
      const { anna, home, shop } = await begin(world());
      const [from, to] = sides(home, shop, newId());
      await decided(anna, [from, to]);
      const row = await stored(anna, from.row.id);
      if (!row) throw new Error('no row');
      await decided(anna, [{ kind: 'delete', table: 'transactions', id: row.id }]);
      expect(await decided(anna, [restoreOf({ ...row, transferId: newId() })])).toMatchObject({ status: 'rejected' });
      expect(await decided(anna, [restoreOf(row)])).toMatchObject({ status: 'applied' });
      expect(await stored(anna, row.id)).toMatchObject({ nature: 'transfer', transferId: row.transferId });
    });

    it('[S65i] a removed side comes back alone only with the amount and the type that it had last', async () => {
      const { anna, home, shop } = await begin(world());
      const [from, to] = sides(home, shop, newId());
      await decided(anna, [from, to]);
      const row = await stored(anna, from.row.id);
      if (!row) throw new Error('no row');
      const gone = (id: string): Operation => ({ kind: 'delete', table: 'transactions', id });
      const refused = { status: 'rejected', reason: 'invalid' };
      await decided(anna, [gone(row.id)]);
      for (const other of [{ amount: row.amount + 1 }, { type: 'income' as const }]) {
        expect(await decided(anna, [restoreOf({ ...row, ...other })])).toMatchObject(refused);
      }
      expect(await decided(anna, [restoreOf({ ...row, description: 'Rent' })])).toMatchObject({ status: 'applied' });
      // Both sides have another amount now.
      const more = [from, to].map(({ row: { id, type, amount } }) =>
        patch(id, 0, { amount, type }, { amount: 900, type }),
      );
      await decided(anna, more);
      await decided(anna, [gone(row.id)]);
      expect(await decided(anna, [restoreOf(row)])).toMatchObject(refused);
      expect(await decided(anna, [restoreOf({ ...row, amount: 900 })])).toMatchObject({ status: 'applied' });
      // Together they come back as they fit each other.
      await decided(anna, [gone(row.id), gone(to.row.id)]);
      const other = { ...row, id: to.row.id, accountId: shop, type: to.row.type };
      expect(await decided(anna, [restoreOf(row), restoreOf(other)])).toMatchObject({ status: 'applied' });
    });

    it('[S65d] who sees one side gets nothing of the other, whatever happens to it', async () => {
      const household = await begin(world());
      const { anna, home, shop } = household;
      const carl = await world().signUp('carl');
      await world().share({ accountId: home, person: carl.person, role: 'admin' });
      const [from, to] = sides(home, shop, newId());
      await decided(anna, [from, to]);
      const before = await pull(carl);
      expectNothingOf(household, to.row.id, before);
      await decided(anna, [
        patch(to.row.id, 0, { description: 'row 0', notes: '' }, { description: 'Gone', notes: 'x' }),
      ]);
      await decided(anna, [{ kind: 'delete', table: 'transactions', id: to.row.id }]);
      const { scopes, notices } = await pull(carl);
      expect({ scopes, notices }).toEqual({ scopes: before.scopes, notices: before.notices });
      // Their own changes are decided without the other side, and the id of the other side is unknown to them.
      const own = patch(from.row.id, 0, { notes: '', description: 'row 0' }, { notes: 'mine', description: 'row 0' });
      expect(await decided(carl, [own])).toMatchObject({ status: 'applied' });
      expect(await decided(carl, [{ kind: 'delete', table: 'transactions', id: to.row.id }])).toMatchObject({
        status: 'rejected',
        reason: 'gone',
      });
      const linked = { nature: 'transfer', transferId: from.row.transferId };
      const forged = entered(home, { type: 'income' });
      const third = { ...forged, row: { ...forged.row, ...linked, nature: 'transfer' as const } };
      expect(await decided(carl, [third])).toMatchObject({ status: 'rejected', reason: 'invalid' });
    });

    it('[S29k] two sides that a restored server lost come back in one mutation', async () => {
      const { anna, home, shop } = await begin(world());
      const linked = { category: 'Transfer', amount: 700, nature: 'transfer', transferId: newId() } as const;
      const copies = [entered(home, linked).row, entered(shop, { ...linked, type: 'income' }).row].map(
        (row) => ({ kind: 'restore', table: 'transactions', row: { ...row, status: 'cleared' } }) as const,
      );
      expect(await decided(anna, [...copies])).toMatchObject({ status: 'applied' });
      for (const { row } of copies) {
        expect(await stored(anna, row.id)).toMatchObject({ transferId: linked.transferId, status: row.status });
      }
    });
  });
}

type Side = ReturnType<typeof entered>;

/** The two sides, each under a new id. */
function sides(from: string, to: string, transferId: string): [Side, Side] {
  const side = (accountId: string, type: 'income' | 'expense'): Side => {
    const { row, ...operation } = entered(accountId, { type, category: 'Transfer', amount: 700 });
    return { ...operation, row: { ...row, nature: 'transfer', transferId } };
  };
  return [side(from, 'expense'), side(to, 'income')];
}

async function decided({ person, remote }: Member, operations: Operation[]) {
  const { verdicts } = await remote.push(person.userId, [mutation(...operations)]);
  const [verdict] = verdicts;
  if (!verdict) throw new Error('no verdict');
  return verdict;
}

function expectNothingOf({ shop }: Household, otherSide: string, pulled: object): void {
  const text = JSON.stringify(pulled);
  expect(text).not.toContain(shop);
  expect(text).not.toContain(otherSide);
}
