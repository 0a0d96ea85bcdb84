/** What servers do with occurrences of schedules (S80b, S80c). */
import { describe, expect, it } from 'vitest';
import { shiftDays } from '#domain/dates/dates';
import { NO_ORIGIN } from '#domain/rows';
import { type ContractWorld, entered, newId } from './contract-world.ts';
import { amount, notices, numberIn, patch, push, pushAll, remove, restoreOf, stored } from './decisions-world.ts';
import { FILE, importOf, send } from './imports-world.ts';
import {
  addSchedule,
  fateOf,
  haveSchedule,
  householdWithRent,
  occurrence,
  removeSchedule,
  scheduled,
  skip,
  takesPlace,
} from './schedules-world.ts';

const DAY = '2026-02-01';
const applied = { status: 'applied' };
const newer = { status: 'superseded', reason: 'newer' };
const again = { again: true } as const;

export function occurrencesContract(world: () => ContractWorld): void {
  const house = () => householdWithRent(world());

  describe('an occurrence', () => {
    it('[S80b, S80c] comes once, whoever adds it and with whatever money, and nobody is told', async () => {
      const { anna, ben, rent } = await house();
      const added = occurrence(rent, DAY);
      expect(await push(anna, 30, added)).toMatchObject(applied);
      expect(await push(ben, 30, occurrence(rent, DAY, { row: { amount: 700 } }))).toMatchObject(applied);
      expect(await stored(ben, added.row.id)).toMatchObject({ amount: 100, importId: null });
      expect(await fateOf(ben, rent, DAY)).toEqual({ rowId: added.row.id, fate: 'here' });
      const [both, twin] = [occurrence(rent, '2026-03-01'), occurrence(rent, '2026-03-01', { row: { amount: 7 } })];
      expect(await pushAll(ben, 20, [both, twin])).toMatchObject(applied);
      expect(await stored(anna, both.row.id)).toMatchObject({ amount: 100 });
      expect([await notices(anna), await notices(ben)]).toEqual([[], []]);
    });

    it('[S80c] that was deleted or skipped does not come by itself, and nobody is told', async () => {
      const { anna, ben, home, rent } = await house();
      const added = occurrence(rent, DAY);
      const number = numberIn(await push(anna, 30, added), home);
      await push(ben, 20, remove(added.row.id, { accountId: home, number }));
      expect(await fateOf(anna, rent, DAY)).toEqual({ rowId: added.row.id, fate: 'deleted' });
      await push(ben, 20, skip(rent, '2026-03-01'));
      expect(await pushAll(anna, 10, [added, occurrence(rent, '2026-03-01')])).toMatchObject(applied);
      expect(await send(anna, [added])).toMatchObject({ versions: { [home]: expect.any(Number) } });
      expect(await stored(anna, added.row.id)).toBeUndefined();
      expect([await notices(anna), await notices(ben)]).toEqual([[], []]);
    });

    it('[S80j] that a device adds before it is due anywhere does nothing, and comes when a person asks', async () => {
      const { anna, rent } = await house();
      const date = shiftDays(new Date().toISOString().slice(0, 10), 3);
      const ahead = occurrence(rent, date, { row: { date } });
      expect(await push(anna, 30, ahead)).toMatchObject(applied);
      expect(await stored(anna, ahead.row.id)).toBeUndefined();
      expect(await fateOf(anna, rent, date)).toBeUndefined();
      expect(await push(anna, 20, { ...ahead, ...again })).toMatchObject(applied);
      expect(await stored(anna, ahead.row.id)).toMatchObject({ date });
    });

    it('[S80c, S69l] that a person asks for comes again, and is told of other money that stands', async () => {
      const { anna, ben, home, rent } = await house();
      await push(ben, 40, skip(rent, DAY));
      const wanted = occurrence(rent, DAY, again);
      const number = numberIn(await push(anna, 30, wanted), home);
      expect(await fateOf(ben, rent, DAY)).toEqual({ rowId: wanted.row.id, fate: 'here' });
      expect(await push(ben, 30, wanted)).toMatchObject(applied);
      await push(ben, 20, amount(wanted.row.id, { accountId: home, number }, 900));
      expect(await push(anna, 10, occurrence(rent, DAY))).toMatchObject(applied);
      expect(await push(anna, 10, wanted)).toMatchObject({
        ...newer,
        kept: { amount: 900, type: 'expense' },
        by: ben.person.userEmail,
      });
      await push(ben, 5, remove(wanted.row.id));
      expect(await push(anna, 4, wanted)).toMatchObject(applied);
      expect(await stored(ben, wanted.row.id)).toMatchObject({ amount: 100 });
    });

    it('[S80b, S69e] is given to an entry that is there, and does not come then', async () => {
      const { anna, ben, home, id, seen, rent } = await house();
      expect(await push(anna, 30, takesPlace(id, seen, rent, DAY))).toMatchObject(applied);
      expect(await fateOf(ben, rent, DAY)).toEqual({ rowId: id, fate: 'here' });
      expect(await stored(ben, id)).toMatchObject({ ...NO_ORIGIN, amount: 100 });
      const added = occurrence(rent, DAY);
      expect(await push(ben, 20, added)).toMatchObject(applied);
      expect(await stored(ben, added.row.id)).toBeUndefined();
      const other = entered(home);
      const number = numberIn(await push(ben, 20, other), home);
      const link = takesPlace(other.row.id, { accountId: home, number }, rent, DAY);
      expect(await push(ben, 10, link)).toMatchObject({ ...newer, by: anna.person.userEmail });
      expect(await push(ben, 5, remove(id))).toMatchObject(applied);
      expect(await fateOf(anna, rent, DAY)).toEqual({ rowId: id, fate: 'deleted' });
    });

    it('[S80b, S69o] gives way to a link where nobody touched it, whatever the amount, also to a line', async () => {
      const { anna, ben, home, rent } = await house();
      const { operations, ids } = importOf(home, FILE.slice(2));
      const added = occurrence(rent, DAY);
      await push(ben, 40, added);
      const number = numberIn(await send(anna, operations), home);
      const [line = ''] = ids;
      const link = takesPlace(line, { accountId: home, number }, rent, DAY);
      expect(await push(anna, 20, link)).toMatchObject(applied);
      expect(await stored(ben, added.row.id)).toBeUndefined();
      expect(await stored(ben, line)).toMatchObject({ amount: 900, importedText: 'Lunch' });
      expect(await fateOf(ben, rent, DAY)).toEqual({ rowId: line, fate: 'here' });
      expect([await notices(anna), await notices(ben)]).toEqual([[], []]);
    });

    it('[S80b, S69o] gives way to a line that the same mutation brings', async () => {
      const { anna, ben, home, rent } = await house();
      const { operations, ids } = importOf(home, FILE);
      const links = [DAY, '2026-03-01', '2026-04-01'].map((day, at) =>
        takesPlace(ids[at] ?? '', { accountId: home, number: 0 }, rent, day),
      );
      await push(ben, 40, occurrence(rent, DAY));
      expect(await pushAll(anna, 20, [...operations, ...links.slice(0, 2)], { apart: true })).toEqual({
        id: expect.any(String),
        status: 'applied',
        versions: { [home]: expect.any(Number) },
      });
      expect(await pushAll(anna, 20, links.slice(2))).toMatchObject(applied);
      for (const [at, day] of [DAY, '2026-03-01', '2026-04-01'].entries()) {
        expect(await fateOf(ben, rent, day)).toEqual({ rowId: ids[at], fate: 'here' });
      }
      expect(await stored(ben, occurrence(rent, DAY).row.id)).toBeUndefined();
    });

    it('[S80b, S69n, S69o] stays where somebody touched it, its type is another, or the role forbids', async () => {
      const { anna, ben, home, id, seen, rent } = await house();
      const income = entered(home, { type: 'income' });
      const number = numberIn(await push(ben, 50, income), home);
      const cleo = await world().signUp('cleo');
      await world().share({ accountId: home, person: cleo.person, role: 'member' });
      const hers = entered(home);
      await push(cleo, 50, hers);
      const added = occurrence(rent, DAY);
      const made = numberIn(await push(ben, 40, added), home);
      const there = { accountId: home, number: made };
      expect(await push(anna, 30, takesPlace(income.row.id, { accountId: home, number }, rent, DAY))).toMatchObject(
        newer,
      );
      expect(await push(cleo, 30, takesPlace(hers.row.id, there, rent, DAY))).toMatchObject(newer);
      await push(ben, 30, patch(added.row.id, there, { notes: '' }, { notes: 'paid' }));
      expect(await push(anna, 20, takesPlace(id, seen, rent, DAY))).toMatchObject(newer);
      expect(await stored(anna, added.row.id)).toMatchObject({ notes: 'paid' });
    });

    it('[S80b, S69c] stays away when it went to another account, and comes back with its key', async () => {
      const { anna, home, shop, rent } = await house();
      const added = occurrence(rent, DAY);
      const { id } = added.row;
      const number = numberIn(await push(anna, 40, added), home);
      const out = patch(id, { accountId: home, number }, { accountId: home }, { accountId: shop });
      const there = numberIn(await push(anna, 30, out), shop);
      expect(await fateOf(anna, rent, DAY)).toEqual({ rowId: id, fate: 'moved' });
      expect(await push(anna, 20, added)).toMatchObject(applied);
      expect(await stored(anna, id)).toMatchObject({ accountId: shop });
      const back = patch(id, { accountId: shop, number: there }, { accountId: shop }, { accountId: home });
      expect(await push(anna, 10, back)).toMatchObject(applied);
      expect(await fateOf(anna, rent, DAY)).toEqual({ rowId: id, fate: 'here' });
    });

    it('[S80b, S69b] that somebody brings back has its key again, also by an edit', async () => {
      const { anna, ben, home, rent } = await house();
      const added = occurrence(rent, DAY);
      const { id } = added.row;
      const number = numberIn(await push(anna, 50, added), home);
      const row = await stored(anna, id);
      if (!row) throw new Error('no row');
      for (const back of [restoreOf(row), amount(id, { accountId: home, number }, 70)]) {
        await push(ben, 40, remove(id, { accountId: home, number: 1e9 }));
        expect((await fateOf(ben, rent, DAY))?.fate).toBe('deleted');
        expect(await push(anna, 30, back)).toMatchObject(applied);
        expect(await fateOf(ben, rent, DAY)).toEqual({ rowId: id, fate: 'here' });
      }
    });

    it('[S80b] does not bring a deleted entry back that was to take its place, and may still come', async () => {
      const { anna, ben, home, id, seen, rent } = await house();
      await push(ben, 40, remove(id, seen));
      expect(await push(anna, 5, takesPlace(id, seen, rent, DAY))).toMatchObject({
        status: 'superseded',
        reason: 'deleted',
        by: ben.person.userEmail,
        versions: { [home]: expect.any(Number) },
      });
      expect(await stored(anna, id)).toBeUndefined();
      expect(await fateOf(anna, rent, DAY)).toBeUndefined();
      const added = occurrence(rent, DAY);
      expect(await push(anna, 5, added)).toMatchObject(applied);
      expect(await stored(ben, added.row.id)).toBeDefined();
    });

    it('[S80b, S70a] of both schedules of a transfer makes it once, and without its other side an entry', async () => {
      const { anna, ben, home, shop } = await house();
      const pairId = newId();
      const out = await haveSchedule(anna, home, { pairId });
      const into = await haveSchedule(anna, shop, { pairId, type: 'income' });
      const sides = (date: string) => {
        const row = { nature: 'transfer', transferId: newId() } as const;
        return [occurrence(out, date, { row }), occurrence(into, date, { row })] as const;
      };
      const [from, to] = sides(DAY);
      expect(await pushAll(anna, 30, [from, to])).toMatchObject(applied);
      expect(await pushAll(ben, 30, [...sides(DAY)])).toMatchObject(applied);
      const { transferId } = from.row;
      for (const { row } of [from, to]) expect(await stored(ben, row.id)).toMatchObject({ transferId });
      await push(ben, 20, skip(into, '2026-03-01'));
      const [alone, skipped] = sides('2026-03-01');
      expect(await pushAll(anna, 10, [alone, skipped])).toMatchObject(applied);
      expect(await stored(ben, alone.row.id)).toMatchObject({ nature: 'regular', transferId: null });
      expect(await stored(ben, skipped.row.id)).toBeUndefined();
      expect(await pushAll(anna, 5, [...sides('2026-03-01')])).toMatchObject(applied);
    });

    it('[S80b] comes with its schedule, and after that went', async () => {
      const { anna, ben, home } = await house();
      const row = scheduled(home);
      expect(await pushAll(anna, 30, [addSchedule(row), occurrence(row, DAY)])).toMatchObject(applied);
      await push(anna, 20, removeSchedule(row.id));
      const late = occurrence(row, '2026-03-01');
      expect(await push(ben, 10, late)).toMatchObject(applied);
      expect(await stored(anna, late.row.id)).toBeDefined();
      expect(await push(ben, 5, skip(row, '2026-04-01'))).toMatchObject(applied);
    });

    it('[S80b, S71b] of a mutation that goes apart is decided alone', async () => {
      const { anna, home, rent } = await house();
      const [good, bad] = [occurrence(rent, DAY), occurrence(scheduled(home), DAY)];
      const wanted = occurrence(rent, '2026-03-01', again);
      await push(anna, 40, { ...wanted, row: { ...wanted.row, amount: 7 } });
      expect(await pushAll(anna, 30, [good, bad, wanted], { apart: true })).toMatchObject({
        status: 'applied',
        notTaken: [
          { id: bad.row.id, status: 'rejected', reason: 'gone' },
          { id: wanted.row.id, ...newer, kept: { amount: 7, type: 'expense' } },
        ],
      });
      expect(await stored(anna, good.row.id)).toBeDefined();
    });
  });
}
