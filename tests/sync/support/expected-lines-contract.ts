/** What servers do with a line of a file whose occurrence a device has added, with another amount or date (S80b). */
import { describe, expect, it } from 'vitest';
import { importedId } from '#domain/ids/imported-id';
import type { Operation, Patch } from '#domain/mutations/operations';
import type { ContractWorld, Member } from './contract-world.ts';
import { amount, notices, numberIn, push, pushAll, stored } from './decisions-world.ts';
import { applied, fatesOf, importOf } from './imports-world.ts';
import { fateOf, householdWithRent, occurrence } from './schedules-world.ts';

const DAY = '2026-02-01';
const LINE = { date: '2026-02-03', amount: 108, description: 'LANDLORD 7' };
const money = { type: 'expense', refund: false } as const;

export function expectedLinesContract(world: () => ContractWorld): void {
  /** Ben's device has added a rent of 1.00, and both know it. */
  async function house() {
    const { anna, ben, home, rent } = await householdWithRent(world());
    const added = occurrence(rent, DAY);
    const number = numberIn(await push(ben, 40, added), home);
    const { id } = added.row;
    const { operations, keys, importId } = importOf(home, [LINE]);
    const [key = ''] = keys;
    const origin = { bankId: null, importId: null, importedText: null };
    const before = { ...origin, status: 'open', reconciliationId: null, ...money, amount: 100, date: DAY };
    const after = { ...before, status: 'cleared', ...money, amount: LINE.amount, date: LINE.date };
    const link: Patch = {
      kind: 'patch',
      table: 'transactions',
      id,
      seen: { accountId: home, number },
      before,
      after: { ...after, importId, importedText: LINE.description },
      key,
    };
    const bring = (by: Member, minutes: number, more: object = {}) =>
      pushAll(by, minutes, [...operations.slice(0, 1), link], { apart: true, ...more });
    return { anna, ben, home, rent, added, id, key, link, bring, number };
  }
  const corrected = { amount: LINE.amount, date: LINE.date, importedText: LINE.description, status: 'cleared' };

  describe('a line of a file that is said to be an occurrence', () => {
    it('[S80b, S69e] gives its row the amount and the date, and the occurrence stays settled', async () => {
      const { anna, ben, home, rent, added, id, key, bring } = await house();
      expect(await bring(anna, 30)).toMatchObject(applied);
      expect(await stored(ben, id)).toMatchObject({ ...corrected, description: added.row.description });
      expect(await fatesOf(anna, home)).toMatchObject({ [key]: 'here' });
      expect(await fateOf(anna, rent, DAY)).toEqual({ rowId: id, fate: 'here' });
      expect(await push(ben, 20, added)).toMatchObject(applied);
      expect(await stored(anna, id)).toMatchObject(corrected);
      expect(await stored(anna, importedId(home, key))).toBeUndefined();
      expect([await notices(anna), await notices(ben)]).toEqual([[], []]);
    });

    it('[S80b, S67a] gives them back when its import is undone', async () => {
      const { anna, ben, home, rent, added, id, link, bring } = await house();
      const action = crypto.randomUUID();
      const number = numberIn(await bring(anna, 30, { action }), home);
      const { before: after, after: before } = link;
      const seen = { accountId: home, number };
      const { key, ...plain } = link;
      const back: Operation = { ...plain, seen, before, after, undo: true };
      expect(await push(anna, 20, back, { undoes: action })).toMatchObject(applied);
      expect(await stored(ben, id)).toMatchObject({ amount: 100, date: DAY, importId: null, status: 'open' });
      expect(await push(ben, 10, added)).toMatchObject(applied);
      expect(await fateOf(ben, rent, DAY)).toEqual({ rowId: id, fate: 'here' });
    });

    it('[S80b, S36d] keeps a later amount that its author had not seen, and says so', async () => {
      const { anna, ben, home, id, bring, number } = await house();
      expect(await push(ben, 20, amount(id, { accountId: home, number }, 777))).toMatchObject(applied);
      const verdict = await bring(anna, 30);
      expect(verdict).toMatchObject({ status: 'applied', notTaken: [{ id, kept: { amount: 777 } }] });
      expect(await stored(anna, id)).toMatchObject({ ...corrected, amount: 777 });
    });
  });
}
