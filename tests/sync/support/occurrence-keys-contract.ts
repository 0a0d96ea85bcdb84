/** What servers do with the keys of occurrences: whose they are, and how one is skipped (S80b, S80d, S80e). */
import { describe, expect, it } from 'vitest';
import { importedId } from '#domain/ids/imported-id';
import type { Insert, Operation } from '#domain/mutations/operations';
import { occurrenceKey } from '#domain/schedules/occurrence-key';
import { type ContractWorld, newId } from './contract-world.ts';
import { numberIn, patch, push, remove, stored } from './decisions-world.ts';
import { FILE, importOf, send } from './imports-world.ts';
import { makeAccount, makeBudget } from './people.ts';
import {
  fateOf,
  haveSchedule,
  householdWithRent,
  occurrence,
  scheduled,
  skip,
  takesPlace,
  unskip,
} from './schedules-world.ts';

const DAY = '2026-02-01';
const applied = { status: 'applied' };
const newer = { status: 'superseded', reason: 'newer' };
const forbidden = { status: 'rejected', reason: 'forbidden' };
const gone = { status: 'rejected', reason: 'gone' };
const invalid = { status: 'rejected', reason: 'invalid' };

export function occurrenceKeysContract(world: () => ContractWorld): void {
  const house = () => householdWithRent(world());

  describe('a key of a schedule', () => {
    it('[S80b] is refused with a schedule that the account never had, alike whether another one has it', async () => {
      const { anna, ben, home, id, seen } = await house();
      const elsewhere = newId();
      await push(ben, 90, makeAccount(elsewhere, ben.person));
      const bens = await haveSchedule(ben, elsewhere);
      const verdicts = [];
      for (const schedule of [bens, scheduled(elsewhere)]) {
        const here = { ...schedule, accountId: home };
        const tried: Operation[] = [
          occurrence(here, DAY),
          occurrence(here, DAY, { again: true }),
          takesPlace(id, seen, here, DAY),
          skip(here, DAY),
        ];
        for (const operation of tried) verdicts.push(await push(anna, 10, operation));
        expect(await push(anna, 10, occurrence({ ...schedule, accountId: elsewhere }, DAY))).toMatchObject(gone);
        expect(await push(anna, 10, skip({ ...schedule, accountId: elsewhere }, DAY))).toMatchObject(gone);
      }
      for (const verdict of verdicts) expect({ ...verdict, id: '' }).toEqual({ ...verdicts[0], id: '' });
      expect(verdicts[0]).toMatchObject(gone);
      expect(await fateOf(anna, { ...bens, accountId: home }, DAY)).toBeUndefined();
    });

    it('[S80b, S69f] is refused to viewers and guests, as any row is', async () => {
      const { anna, home, id, seen, rent } = await house();
      const [vera, eve, budgetId] = [await world().signUp('vera'), await world().signUp('eve'), newId()];
      await push(anna, 70, { kind: 'insert', table: 'budgets', row: makeBudget(budgetId, home, null) });
      await world().share({ accountId: home, person: vera.person, role: 'viewer' });
      await world().share({ accountId: home, budgetId, person: eve.person, role: 'admin' });
      const added = occurrence(rent, DAY);
      await push(anna, 60, skip(rent, '2026-03-01'));
      for (const one of [vera, eve]) {
        expect(await push(one, 30, added)).toMatchObject(forbidden);
        expect(await push(one, 30, { ...added, row: { ...added.row, budgetId } })).toMatchObject(forbidden);
        expect(await push(one, 30, takesPlace(id, seen, rent, DAY))).toMatchObject({ status: 'rejected' });
        for (const call of [skip(rent, DAY), unskip(rent, '2026-03-01')]) {
          expect(await push(one, 30, call)).toMatchObject(forbidden);
        }
      }
      const stranger = await world().signUp('sid');
      for (const operation of [added, skip(rent, DAY), unskip(rent, '2026-03-01')]) {
        expect(await push(stranger, 30, operation)).toMatchObject(gone);
      }
      expect(await fateOf(anna, rent, DAY)).toBeUndefined();
      expect((await fateOf(anna, rent, '2026-03-01'))?.fate).toBe('deleted');
    });

    it('[S80b, S69g] belongs to its row, and to nothing else', async () => {
      const { anna, home, rent } = await house();
      const added = occurrence(rent, DAY);
      const file = importOf(home, FILE.slice(2));
      await send(anna, file.operations);
      await push(anna, 40, added);
      const other = await haveSchedule(anna, home);
      const next = occurrence(rent, '2026-03-01');
      const [line = ''] = file.keys;
      const key = occurrenceKey(rent.id, DAY);
      const { key: _, ...withoutKey } = next;
      const { scheduleId: __, ...withoutSchedule } = next;
      const wrong: (Insert & { table: 'transactions' })[] = [
        withoutKey,
        withoutSchedule,
        { ...next, key: 'abc' },
        { ...next, row: { ...next.row, id: newId() } },
        { ...next, row: { ...next.row, id: importedId(home, newId()) } },
        { ...next, key: line, row: { ...next.row, id: importedId(home, line) } },
        { ...added, scheduleId: other.id },
        { kind: 'insert', table: 'transactions', key, row: { ...added.row, importId: file.importId } },
      ];
      for (const operation of wrong) expect(await push(anna, 30, operation)).toMatchObject(invalid);
      const skips = [{ id: other.id, accountId: home }, rent].map(
        ({ id, accountId }, at): Operation => ({
          kind: 'call',
          name: 'occurrence.skip',
          arguments: { accountId, scheduleId: id, key: at === 0 ? key : line },
        }),
      );
      for (const operation of skips) expect(await push(anna, 30, operation)).toMatchObject(invalid);
      expect(await fateOf(anna, rent, DAY)).toEqual({ rowId: added.row.id, fate: 'here' });
      expect(await push(anna, 10, next)).toMatchObject(applied);
    });

    it('[S80d, S80e] is skipped, and may come again', async () => {
      const { anna, ben, home, rent } = await house();
      const added = occurrence(rent, DAY);
      const rowId = added.row.id;
      expect(await push(anna, 50, skip(rent, DAY))).toMatchObject(applied);
      expect(await fateOf(ben, rent, DAY)).toEqual({ rowId, fate: 'deleted' });
      expect(await push(ben, 50, skip(rent, DAY))).toMatchObject(applied);
      expect(await push(ben, 40, unskip(rent, DAY))).toMatchObject(applied);
      expect(await fateOf(anna, rent, DAY)).toEqual({ rowId, fate: 'reverted' });
      expect(await push(ben, 40, skip(rent, DAY))).toMatchObject(applied);
      await push(ben, 40, unskip(rent, DAY));
      expect(await push(ben, 30, added)).toMatchObject(applied);
      expect(await push(anna, 20, skip(rent, DAY))).toMatchObject({ ...newer, by: ben.person.userEmail });
      expect(await push(anna, 20, unskip(rent, DAY))).toMatchObject(applied);
      expect(await fateOf(anna, rent, DAY)).toEqual({ rowId, fate: 'here' });
      await push(ben, 15, remove(rowId));
      expect(await push(anna, 10, unskip(rent, DAY))).toMatchObject(applied);
      expect(await push(anna, 10, occurrence(rent, DAY))).toMatchObject(applied);
      expect(await stored(ben, rowId)).toMatchObject({ userId: anna.person.userId, accountId: home });
    });

    it('[S80d] is skipped no more where an entry took its place, also one that went elsewhere', async () => {
      const { anna, ben, home, shop, id, seen, rent } = await house();
      const linked = await push(ben, 50, takesPlace(id, seen, rent, DAY));
      expect(await push(anna, 40, skip(rent, DAY))).toMatchObject({ ...newer, by: anna.person.userEmail });
      const here = { accountId: home, number: numberIn(linked, home) };
      await push(ben, 30, patch(id, here, { accountId: home }, { accountId: shop }));
      expect(await push(anna, 20, skip(rent, DAY))).toMatchObject(newer);
      expect(await fateOf(anna, rent, DAY)).toEqual({ rowId: id, fate: 'moved' });
    });

    it('[S80e] of a file is no key of a schedule', async () => {
      const { anna, ben, home, rent } = await house();
      const file = importOf(home, FILE.slice(2));
      await send(anna, file.operations);
      const [id = ''] = file.ids;
      const [key = ''] = file.keys;
      await push(anna, 20, remove(id));
      for (const scheduleId of [rent.id, file.importId]) {
        const call = {
          kind: 'call',
          name: 'occurrence.unskip',
          arguments: { accountId: home, scheduleId, key },
        } as const;
        expect(await push(ben, 10, call)).toMatchObject(applied);
      }
      expect(await send(ben, importOf(home, FILE.slice(2)).inserts)).toMatchObject({ reason: 'deleted' });
    });
  });
}
