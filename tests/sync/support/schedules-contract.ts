/** What servers do with schedules (S80), but for their categories and occurrences. */
import { describe, expect, it } from 'vitest';
import type { Seen } from '#domain/mutations/operations';
import { type ContractWorld, newId } from './contract-world.ts';
import { begin, notices, pull, push, pushAll } from './decisions-world.ts';
import { makeBudget } from './people.ts';
import {
  addSchedule,
  halves,
  haveSchedule,
  MONEY,
  patchSchedule,
  removeSchedule,
  say,
  scheduled,
  scheduleOf,
  schedulesOf,
  seenBy,
} from './schedules-world.ts';

const applied = { status: 'applied' };
const forbidden = { status: 'rejected', reason: 'forbidden' };
const invalid = { status: 'rejected', reason: 'invalid' };
const NOTHING: Seen = { accountId: '00000000-0000-4000-8000-0000000000ff', number: 0 };

export function schedulesContract(world: () => ContractWorld): void {
  const joined = async (name: string, accountId: string, role: 'viewer' | 'member' | 'admin') => {
    const member = await world().signUp(name);
    const end = await world().share({ accountId, person: member.person, role });
    return { member, end };
  };

  describe('a schedule', () => {
    it('[S80a] comes to all members as it was made, with its maker, until somebody deletes it', async () => {
      const { anna, ben, home } = await begin(world());
      const row = await haveSchedule(anna, home, { endDate: '2027-01-01', count: 12, pairId: newId() });
      const maker = { userId: anna.person.userId, userEmail: anna.person.userEmail };
      expect(await scheduleOf(ben, row.id)).toEqual({ ...row, ...maker, version: expect.any(Number) });
      expect(await push(ben, 30, removeSchedule(row.id))).toMatchObject(applied);
      expect(await schedulesOf(anna)).toEqual([]);
    });

    it('[S80a] is read by viewers, and by nobody who has only a budget', async () => {
      const { anna, home } = await begin(world());
      const budgetId = newId();
      await push(anna, 70, { kind: 'insert', table: 'budgets', row: makeBudget(budgetId, home, null) });
      const row = await haveSchedule(anna, home);
      const { member: vera } = await joined('vera', home, 'viewer');
      const eve = await world().signUp('eve');
      await world().share({ accountId: home, budgetId, person: eve.person, role: 'admin' });
      expect(await scheduleOf(vera, row.id)).toMatchObject({ description: 'Rent' });
      expect(await schedulesOf(eve)).toEqual([]);
      for (const one of [vera, eve]) {
        expect(await push(one, 10, addSchedule(scheduled(home)))).toMatchObject(forbidden);
        expect(await push(one, 10, removeSchedule(row.id))).toMatchObject({ status: 'rejected' });
        const patch = patchSchedule(row.id, NOTHING, { notes: '' }, { notes: 'mine' });
        expect(await push(one, 10, patch)).toMatchObject({ status: 'rejected' });
      }
      expect(await scheduleOf(anna, row.id)).toMatchObject({ notes: '' });
    });

    it('[S80a] is written by its maker, by admins, and by every member while it has no maker', async () => {
      const { anna, ben, home } = await begin(world());
      const { member: cleo, end } = await joined('cleo', home, 'member');
      const { member: dora } = await joined('dora', home, 'member');
      const row = await haveSchedule(cleo, home);
      expect(await say(dora, row.id, { notes: '' }, { notes: 'dora' })).toMatchObject(forbidden);
      expect(await push(dora, 20, removeSchedule(row.id))).toMatchObject(forbidden);
      expect(await say(cleo, row.id, { notes: '' }, { notes: 'cleo' })).toMatchObject(applied);
      expect(await say(ben, row.id, { notes: 'cleo' }, { notes: 'ben' })).toMatchObject(applied);
      await end();
      expect(await say(dora, row.id, { notes: 'ben' }, { notes: 'dora' })).toMatchObject(applied);
      expect(await scheduleOf(anna, row.id)).toMatchObject({ notes: 'dora', userId: null, userEmail: null });
    });

    it('[S80a] gets another maker only by somebody who names themselves and may write it', async () => {
      const { anna, ben, home } = await begin(world());
      const { member: cleo, end } = await joined('cleo', home, 'member');
      const { member: dora } = await joined('dora', home, 'member');
      const row = await haveSchedule(cleo, home);
      const [cleos, doras] = [cleo.person.userId, dora.person.userId];
      expect(await say(dora, row.id, { userId: cleos }, { userId: doras })).toMatchObject(forbidden);
      expect(await say(ben, row.id, { userId: cleos }, { userId: doras })).toMatchObject(forbidden);
      expect(await say(ben, row.id, { userId: cleos }, { userId: null })).toMatchObject(forbidden);
      expect(await say(ben, row.id, { userId: cleos }, { userId: ben.person.userId })).toMatchObject(applied);
      expect(await scheduleOf(anna, row.id)).toMatchObject(ben.person);
      const other = await haveSchedule(cleo, home);
      await end();
      expect(await say(dora, other.id, { userId: null }, { userId: cleos })).toMatchObject(forbidden);
      expect(await say(dora, other.id, { userId: null }, { userId: doras })).toMatchObject(applied);
      expect(await scheduleOf(anna, other.id)).toMatchObject(dora.person);
    });

    it('[S80a] is not added twice under one id', async () => {
      const { anna, ben, home } = await begin(world());
      const row = await haveSchedule(anna, home);
      expect(await push(ben, 30, addSchedule(row))).toMatchObject(applied);
      const duplicate = { status: 'rejected', reason: 'duplicate' };
      expect(await push(ben, 30, addSchedule({ ...row, amount: 7 }))).toMatchObject(duplicate);
      expect(await scheduleOf(anna, row.id)).toMatchObject({ amount: 100, userId: anna.person.userId });
    });

    it('[S80a] stays in its account', async () => {
      const { anna, home, shop } = await begin(world());
      const row = await haveSchedule(anna, home);
      expect(await say(anna, row.id, { accountId: home }, { accountId: shop })).toMatchObject(invalid);
      expect(await push(anna, 5, addSchedule({ ...row, accountId: shop }))).toMatchObject({ status: 'rejected' });
      expect(await scheduleOf(anna, row.id)).toMatchObject({ accountId: home });
    });

    it('[S80a, S36d] keeps the later of two edits of a group, and edits of two groups', async () => {
      const { anna, ben, home } = await begin(world());
      const row = await haveSchedule(anna, home);
      const seen = await seenBy(anna, row.id);
      const weekly = { ...rhythmOf(row), rhythm: 'week 1 1' };
      const daily = { ...rhythmOf(row), rhythm: 'day 3' };
      expect(await push(anna, 30, patchSchedule(row.id, seen, rhythmOf(row), weekly))).toMatchObject(applied);
      expect(await push(ben, 40, patchSchedule(row.id, seen, rhythmOf(row), daily))).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        kept: weekly,
        by: anna.person.userEmail,
      });
      expect(await push(ben, 40, patchSchedule(row.id, seen, MONEY, { ...MONEY, amount: 90 }))).toMatchObject(applied);
      expect(await scheduleOf(anna, row.id)).toMatchObject({ rhythm: 'week 1 1', amount: 90 });
      expect(await push(ben, 20, patchSchedule(row.id, seen, rhythmOf(row), daily))).toMatchObject(applied);
      expect(await notices(anna)).toMatchObject([
        { table: 'schedules', kind: 'edited', lost: { rhythm: 'week 1 1' }, stands: { rhythm: 'day 3' } },
      ]);
      expect(await say(anna, row.id, daily, weekly, 0)).toMatchObject(applied);
      expect(await notices(anna)).toEqual([]);
    });

    it('[S80a, S36c] of a group under the own open edits, only the number counts that the first had seen', async () => {
      const { anna, ben, home } = await begin(world());
      const row = await haveSchedule(anna, home);
      const { number } = await seenBy(anna, row.id);
      await say(ben, row.id, MONEY, { ...MONEY, amount: 90 });
      const hidden = { accountId: home, number: (await seenBy(anna, row.id)).number, hidden: { type: number } };
      const earlier = patchSchedule(row.id, hidden, MONEY, { ...MONEY, amount: 80 });
      expect(await push(anna, 40, earlier)).toMatchObject({ status: 'superseded', kept: { amount: 90 } });
    });

    it('[S80a, S39a] tells whose edit its deletion had not seen, and takes it back by an insert', async () => {
      const { anna, ben, home } = await begin(world());
      const row = await haveSchedule(anna, home);
      const seen = await seenBy(anna, row.id);
      await say(anna, row.id, { notes: '' }, { notes: 'warm' });
      expect(await push(ben, 5, removeSchedule(row.id, seen))).toMatchObject(applied);
      expect(await notices(anna)).toMatchObject([
        { table: 'schedules', kind: 'deleted', rowId: row.id, lost: { notes: 'warm' }, removed: { notes: 'warm' } },
      ]);
      expect(await push(anna, 4, removeSchedule(row.id))).toMatchObject(applied);
      expect(await push(ben, 3, addSchedule(row))).toMatchObject(applied);
      expect(await notices(anna)).toEqual([]);
      expect(await scheduleOf(anna, row.id)).toMatchObject({ notes: '', userId: ben.person.userId });
    });

    it('[S80a, S67a, S67b] an undo leaves what somebody else did since', async () => {
      const { anna, ben, home } = await begin(world());
      const [device, action] = [newId(), newId()];
      const row = scheduled(home);
      await push(anna, 30, addSchedule(row), { device, id: action });
      const edited = newId();
      const patch = patchSchedule(row.id, await seenBy(anna, row.id), { mode: 'add' }, { mode: 'remind' });
      await push(anna, 29, patch, { device, id: edited });
      const back = { ...patch, before: patch.after, after: patch.before, undo: true as const };
      expect(await push(anna, 28, back, { device, undoes: edited })).toMatchObject(applied);
      expect(await scheduleOf(anna, row.id)).toMatchObject({ mode: 'add' });
      await say(ben, row.id, { mode: 'add' }, { mode: 'remind' }, 20);
      expect(await push(anna, 15, back, { device, undoes: edited })).toMatchObject({ status: 'superseded' });
      const gone = { ...removeSchedule(row.id), undo: true as const };
      expect(await push(anna, 10, gone, { device, undoes: action })).toMatchObject({ status: 'superseded' });
      expect(await scheduleOf(anna, row.id)).toMatchObject({ mode: 'remind' });
    });

    it('[S80f] has no maker after that person left, was removed, or may only look', async () => {
      const { anna, ben, home } = await begin(world());
      for (const way of ['leave', 'remove', 'role'] as const) {
        const { member } = await joined(way, home, 'member');
        const row = await haveSchedule(member, home);
        let kept = await scheduleOf(anna, row.id);
        const before = await seenBy(anna, row.id);
        const { scopes } = await pull(member);
        const id =
          scopes.flatMap(({ memberships }) => memberships).find(({ userId }) => userId === member.person.userId)?.id ??
          '';
        if (way === 'leave') {
          await push(member, 5, { kind: 'call', name: 'membership.leave', arguments: { id } });
        } else if (way === 'remove') {
          await push(ben, 5, { kind: 'call', name: 'membership.remove', arguments: { id } });
        } else {
          const change = (role: 'admin' | 'viewer') =>
            ({ kind: 'call', name: 'membership.change_role', arguments: { id, role } }) as const;
          await push(ben, 5, change('admin'));
          kept = await scheduleOf(anna, row.id);
          await push(ben, 5, change('viewer'));
        }
        expect(kept?.userId).toBe(member.person.userId);
        const after = await scheduleOf(anna, row.id);
        expect(after).toMatchObject({ userId: null, userEmail: null });
        expect(after?.version).toBeGreaterThan(before.number);
      }
    });

    it('[S80f] keeps its maker when the account is handed over', async () => {
      const { anna, ben, home } = await begin(world());
      const [annas, bens] = [await haveSchedule(anna, home), await haveSchedule(ben, home)];
      expect(await world().offer(anna.person, home, ben.person)).toBeNull();
      expect(await world().answer(ben.person, home, true)).toBeNull();
      expect(await scheduleOf(ben, annas.id)).toMatchObject(anna.person);
      expect(await scheduleOf(ben, bens.id)).toMatchObject(ben.person);
    });

    it('[S80i] is refused with a rhythm, dates, a count or lines that are none', async () => {
      const { anna, home } = await begin(world());
      const lines = halves('Food', 'Home');
      const wrong: Parameters<typeof scheduled>[1][] = [
        { rhythm: 'month 0 on 1' },
        { rhythm: 'week 1' },
        { rhythm: 'day 1\nday 2' },
        { startDate: '2026-02-02', endDate: '2026-02-01' },
        { count: 0 },
        { count: 10_001 },
        { amount: 0 },
        { lines, category: 'Food' },
        { lines: lines.slice(1), category: 'Split' },
        { lines, category: 'Split', amount: 101 },
        { lines, category: 'Split', refund: true },
        { category: ' ' },
        { notes: 'n'.repeat(10_001) },
        { description: 'd'.repeat(2001) },
      ];
      for (const over of wrong) {
        expect([over, await push(anna, 5, addSchedule(scheduled(home, over)))]).toMatchObject([over, invalid]);
      }
      const right: Parameters<typeof scheduled>[1][] = [
        { rhythm: 'week 2 1,5', weekend: 'before', count: 10_000 },
        { rhythm: 'month 3 nth last 5' },
        { rhythm: 'year 1 on 02-29', startDate: '2026-02-01', endDate: '2026-02-01' },
        { lines, category: 'Split' },
        { refund: true },
      ];
      for (const over of right) expect(await push(anna, 5, addSchedule(scheduled(home, over)))).toMatchObject(applied);
      expect(await schedulesOf(anna)).toHaveLength(right.length);
    });

    it('[S80i] an account has at most 500', async () => {
      const { anna, ben, home, shop } = await begin(world());
      const rows = Array.from({ length: 500 }, () => scheduled(home));
      expect(await pushAll(anna, 30, rows.map(addSchedule))).toMatchObject(applied);
      expect(await push(ben, 20, addSchedule(scheduled(home)))).toMatchObject({ ...invalid, code: 'PT422' });
      expect(await push(anna, 20, addSchedule(scheduled(shop)))).toMatchObject(applied);
      const [{ id } = scheduled(home)] = rows;
      expect(await say(anna, id, { notes: '' }, { notes: 'still' })).toMatchObject(applied);
      expect(await push(anna, 20, removeSchedule(id))).toMatchObject(applied);
      expect(await push(ben, 20, addSchedule(scheduled(home)))).toMatchObject(applied);
    });
  });
}

function rhythmOf({ rhythm, weekend, startDate, endDate, count }: ReturnType<typeof scheduled>) {
  return { rhythm, weekend, startDate, endDate, count };
}
