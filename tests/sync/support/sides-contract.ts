/** What a mutation of both sides of a transfer does when somebody's deed stands against one of them (S65f–h). */
import { describe, expect, it } from 'vitest';
import { plainFields } from '#domain/mutations/changed-fields';
import type { Patch } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import type { TransactionRow } from '#domain/rows';
import { type ContractWorld, entered, type Member, newId } from './contract-world.ts';
import { begin, type Household, patch, push, pushAll, remove, restoreOf, stored } from './decisions-world.ts';

interface Transfer extends Household {
  sides: [TransactionRow, TransactionRow];
  /** The device on which Anna entered it. */
  device: string;
}

/** Anna's transfer of 7.00 from `home` to `shop`, an hour ago. */
async function transfer(world: ContractWorld): Promise<Transfer> {
  const household = await begin(world);
  const { anna, home, shop } = household;
  const device = newId();
  const linked = { category: 'Transfer', amount: 700, nature: 'transfer', transferId: newId() } as const;
  const made = [entered(home, linked), entered(shop, { ...linked, type: 'income' })] as const;
  await pushAll(anna, 60, [...made], { device });
  return { ...household, device, sides: [await there(anna, made[0].row.id), await there(anna, made[1].row.id)] };
}

async function there(member: Member, id: string): Promise<TransactionRow> {
  const row = await stored(member, id);
  if (!row) throw new Error('the row is not there');
  return row;
}

/** A patch as the device makes it: it names the whole group. */
function change(row: TransactionRow, after: Partial<TransactionRow>): Patch {
  const fields = 'amount' in after ? { ...after, type: row.type } : after;
  const standing = plainFields(row);
  const before = Object.fromEntries(Object.keys(fields).map((field) => [field, standing[field] ?? null]));
  return patch(row.id, seenOf(row), before, plainFields(fields));
}

function back({ before, after, ...rest }: Patch): Patch {
  return { ...rest, before: after, after: before, undo: true };
}

const removal = (row: TransactionRow) => remove(row.id, seenOf(row));

export function sidesContract(world: () => ContractWorld): void {
  describe('both sides of a transfer', () => {
    it('[S65f] keep their amounts when somebody has changed one of them later', async () => {
      const { anna, ben, sides } = await transfer(world());
      const [from, to] = sides;
      await push(ben, 10, change(to, { amount: 900 }));
      const both = sides.map((row) => change(row, { amount: 800 }));
      expect(await pushAll(anna, 20, both)).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        kept: { amount: 900 },
        by: ben.person.userEmail,
      });
      expect(await there(anna, from.id)).toMatchObject({ amount: 700 });
      expect(await there(anna, to.id)).toMatchObject({ amount: 900 });
      // The order of the operations makes no difference.
      await push(ben, 5, change(await there(ben, from.id), { amount: 600 }));
      expect(await pushAll(anna, 8, both)).toMatchObject({ status: 'superseded', kept: { amount: 600 } });
      expect(await there(anna, to.id)).toMatchObject({ amount: 900 });
    });

    it('[S67i] are linked again by the undo of an unlink, under an id that is new', async () => {
      const { anna, device, sides } = await transfer(world());
      const apart = sides.map((row) => change(row, { nature: 'regular', transferId: null }));
      await pushAll(anna, 30, apart, { device });
      const again = (transferId: string | null) =>
        apart.map((one) => ({ ...back(one), after: { ...one.before, transferId } }));
      expect(await pushAll(anna, 20, again(sides[0].transferId), { device })).toMatchObject({ status: 'rejected' });
      const id = newId();
      expect(await pushAll(anna, 10, again(id), { device })).toMatchObject({ status: 'applied' });
      for (const side of sides)
        expect(await there(anna, side.id)).toMatchObject({ nature: 'transfer', transferId: id });
    });

    it('[S65f] both get the amount when the mutation is the later one, and whose amount goes is told', async () => {
      const { anna, ben, sides } = await transfer(world());
      await push(ben, 20, change(sides[1], { amount: 900 }));
      const both = sides.map((row) => change(row, { amount: 800 }));
      expect(await pushAll(anna, 10, both)).toMatchObject({ status: 'applied' });
      for (const { id } of sides) expect(await there(anna, id)).toMatchObject({ amount: 800 });
    });

    it('[S65g] date and note of one side are decided by themselves', async () => {
      const { anna, ben, sides } = await transfer(world());
      const [from, to] = sides;
      await push(ben, 10, change(to, { amount: 900 }));
      await push(ben, 10, change(from, { description: 'Rent', notes: '' }));
      const both = [
        change(from, { amount: 800, date: '2026-03-04', description: 'Move', notes: '' }),
        change(to, { amount: 800, date: '2026-03-06' }),
      ];
      expect(await pushAll(anna, 20, both)).toMatchObject({
        status: 'superseded',
        kept: { amount: 900, description: 'Rent' },
      });
      expect(await there(anna, from.id)).toMatchObject({ amount: 700, date: '2026-03-04', description: 'Rent' });
      expect(await there(anna, to.id)).toMatchObject({ amount: 900, date: '2026-03-06' });
    });

    it('[S65f] both stay when somebody has edited one of them later than the deletion', async () => {
      const { anna, ben, sides } = await transfer(world());
      await push(ben, 10, change(sides[1], { date: '2026-03-06' }));
      expect(await pushAll(anna, 20, sides.map(removal))).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        by: ben.person.userEmail,
      });
      for (const { id } of sides) expect(await there(anna, id)).toMatchObject({ amount: 700 });
    });

    it('[S65f] both go when somebody has deleted one of them before', async () => {
      const { anna, ben, sides } = await transfer(world());
      await push(ben, 30, removal(sides[0]));
      expect(await pushAll(anna, 20, sides.map(removal))).toMatchObject({ status: 'applied' });
      for (const { id } of sides) expect(await stored(anna, id)).toBeUndefined();
    });

    it('[S65f] keep their amounts when somebody has deleted one of them later', async () => {
      const { anna, ben, sides } = await transfer(world());
      const [from, to] = sides;
      await push(ben, 10, removal(to));
      const both = sides.map((row) => change(row, { amount: 800 }));
      expect(await pushAll(anna, 20, both)).toMatchObject({ status: 'superseded', reason: 'deleted' });
      expect(await stored(anna, to.id)).toBeUndefined();
      expect(await there(anna, from.id)).toMatchObject({ amount: 700 });
    });

    it('[S65f] both get the amount when the deletion of one of them was earlier', async () => {
      const { anna, ben, sides } = await transfer(world());
      await push(ben, 30, removal(sides[1]));
      const both = sides.map((row) => change(row, { amount: 800 }));
      expect(await pushAll(anna, 20, both)).toMatchObject({ status: 'applied' });
      for (const { id, transferId } of sides) expect(await there(anna, id)).toMatchObject({ amount: 800, transferId });
    });

    it('[S65f] two transactions are linked both or not at all, with their categories', async () => {
      const { anna, ben, home, shop } = await begin(world());
      const made = [entered(home), entered(shop, { type: 'income' }), entered(shop, { type: 'income' })] as const;
      await pushAll(anna, 60, [...made]);
      const [from, to, other] = [
        await there(anna, made[0].row.id),
        await there(anna, made[1].row.id),
        await there(anna, made[2].row.id),
      ];
      const link = (row: TransactionRow, transferId: string) =>
        change(row, { category: 'Transfer', nature: 'transfer', transferId });
      const first = newId();
      await pushAll(ben, 10, [link(from, first), link(other, first)]);
      const second = newId();
      expect(await pushAll(anna, 20, [link(from, second), link(to, second)])).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        kept: { nature: 'transfer', transferId: first },
      });
      expect(await there(anna, to.id)).toMatchObject({ nature: 'regular', transferId: null, category: 'Food' });
      expect(await there(anna, from.id)).toMatchObject({ transferId: first });
    });

    it('[S65f, S67a] an undo leaves both amounts when somebody has changed one of them since', async () => {
      const { anna, ben, sides, device } = await transfer(world());
      const [from, to] = sides;
      const both = sides.map((row) => change(row, { amount: 800 }));
      await pushAll(anna, 50, both, { device });
      expect(await pushAll(anna, 40, both.map(back), { device })).toMatchObject({ status: 'applied' });
      for (const { id } of sides) expect(await there(anna, id)).toMatchObject({ amount: 700 });
      await pushAll(anna, 30, both, { device });
      await push(ben, 20, change(await there(ben, to.id), { amount: 900 }));
      expect(await pushAll(anna, 10, both.map(back), { device })).toMatchObject({
        status: 'superseded',
        kept: { amount: 900 },
      });
      expect(await there(anna, from.id)).toMatchObject({ amount: 800 });
    });

    it('[S65f, S67b] an undo of a new transfer leaves both when somebody has edited one of them', async () => {
      const { anna, ben, sides, device } = await transfer(world());
      await push(ben, 20, change(sides[0], { date: '2026-03-06' }));
      const undo = sides.map((row) => ({ ...removal(row), undo: true }) as const);
      expect(await pushAll(anna, 10, undo, { device })).toMatchObject({ status: 'superseded', reason: 'newer' });
      for (const { id } of sides) expect(await there(anna, id)).toMatchObject({ amount: 700 });
    });

    it('[S65c, S67b, S67c] an undo takes a transfer back, and a deletion of one', async () => {
      const { anna, sides, device } = await transfer(world());
      await pushAll(anna, 50, sides.map(removal), { device });
      const again = sides.map((row) => ({ ...restoreOf(row), undo: true }) as const);
      expect(await pushAll(anna, 40, again, { device })).toMatchObject({ status: 'applied' });
      for (const { id, transferId } of sides) expect(await there(anna, id)).toMatchObject({ transferId });
      const undo = sides.map(({ id }) => ({ ...remove(id), undo: true }) as const);
      expect(await pushAll(anna, 30, undo, { device })).toMatchObject({ status: 'applied' });
      for (const { id } of sides) expect(await stored(anna, id)).toBeUndefined();
    });

    it('[S65f, S67c] an undo of a deletion leaves both deleted when somebody has deleted one again', async () => {
      const { anna, ben, sides, device } = await transfer(world());
      await pushAll(anna, 50, sides.map(removal), { device });
      await push(ben, 40, removal(sides[1]));
      const again = sides.map((row) => ({ ...restoreOf(row), undo: true }) as const);
      expect(await pushAll(anna, 30, again, { device })).toMatchObject({ status: 'superseded', reason: 'deleted' });
      for (const { id } of sides) expect(await stored(anna, id)).toBeUndefined();
    });

    it('[S65h] a mutation of both is refused who may write only one, whatever stands against the other', async () => {
      const { anna, ben, home, shop, sides } = await transfer(world());
      const carl = await world().signUp('carl');
      await world().share({ accountId: home, person: carl.person, role: 'admin' });
      const both = sides.map((row) => change(row, { amount: 800 }));
      const unknown = [change(sides[0], { amount: 800 }), { ...change(sides[1], { amount: 800 }), id: newId() }];
      for (const operations of [both, unknown, sides.map(removal)]) {
        expect(await pushAll(carl, 20, operations)).toMatchObject({ status: 'rejected', reason: 'gone' });
      }
      await push(ben, 10, change(sides[0], { amount: 900 }));
      for (const operations of [both, unknown, sides.map(removal)]) {
        expect(await pushAll(carl, 20, operations)).toMatchObject({ status: 'rejected', reason: 'gone' });
      }
      await world().share({ accountId: shop, person: carl.person, role: 'viewer' });
      for (const operations of [both, sides.map(removal)]) {
        expect(await pushAll(carl, 20, operations)).toMatchObject({ status: 'rejected', reason: 'forbidden' });
      }
      expect(await there(anna, sides[1].id)).toMatchObject({ amount: 700 });
    });
  });
}
