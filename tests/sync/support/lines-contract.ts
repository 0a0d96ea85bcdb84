/** What servers do with the lines of a split transaction (S66). */

import { describe, expect, it } from 'vitest';
import type { TransactionLine, TransactionRow } from '#domain/rows';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { type ContractWorld, entered, type Member, newId } from './contract-world.ts';
import {
  begin,
  type Household,
  notices,
  numberIn,
  patch,
  pull,
  push,
  remove,
  restoreOf,
  stored,
} from './decisions-world.ts';
import { makeBudget } from './people.ts';

const line = (category: string, cents: number, note = ''): TransactionLine => ({ id: newId(), category, cents, note });

const split = (...lines: TransactionLine[]) => {
  return {
    amount: lines.reduce((sum, { cents }) => sum + cents, 0),
    type: 'expense' as const,
    category: 'Split',
    lines,
  };
};
const WHOLE = { amount: 100, type: 'expense', category: 'Food', lines: null };

/** Anna enters a split of 1.00; returns it with what both have seen of it. */
async function enterSplit({ anna, home }: Household, fields = split(line('Food', 60), line('Home', 40, 'lamp'))) {
  const insert = entered(home, fields);
  const row = { ...insert.row, description: 'Market', notes: 'with Eve' };
  const number = numberIn(await push(anna, 80, { ...insert, row }), home);
  return { row, fields, seen: { accountId: home, number } };
}

/** What somebody who has only this budget sees of the row. */
async function throughBudget(world: ContractWorld, { anna, home }: Household, categoryId: string | null) {
  const eve = await world.signUp('eve');
  const budgetId = newId();
  await push(anna, 70, { kind: 'insert', table: 'budgets', row: makeBudget(budgetId, home, categoryId) });
  await world.share({ accountId: home, budgetId, person: eve.person, role: 'viewer' });
  return eve;
}

async function categoryId({ anna }: Household, name: string): Promise<string> {
  const categories = (await pull(anna)).scopes.flatMap((scope) => scope.categories);
  return categories.find((one) => one.name === name)?.id ?? '';
}

const rename = (from: string, to: string) =>
  ({ kind: 'call', name: 'category.rename', arguments: { type: 'expense', from, to } }) as const;

const namesIn = (row: TransactionRow | undefined) => row?.lines?.map(({ category }) => category);

async function rowsOf(member: Member): Promise<TransactionRow[]> {
  return (await pull(member)).scopes.flatMap(({ transactions }) => transactions);
}

export function linesContract(world: () => ContractWorld): void {
  describe('a split transaction', () => {
    it('[S66a] has lines that add up to its amount, in the category Split', async () => {
      const given = await begin(world());
      const { row, fields } = await enterSplit(given);
      expect(await stored(given.ben, row.id)).toMatchObject(fields);
      const twice = line('Food', 50);
      for (const wrong of [
        { ...split(line('Food', 60), line('Home', 40)), amount: 101 },
        split(line('Food', 100)),
        split(twice, twice),
        { ...split(line('Food', 60), line('Home', 40)), category: 'Food' },
        split(...Array.from({ length: 51 }, () => line('Food', 1))),
      ]) {
        const verdict = await push(given.anna, 10, entered(given.home, wrong));
        expect(verdict).toMatchObject({ status: 'rejected', reason: 'invalid' });
      }
    });

    it('[S66b] is edited as one: amount, type, category and lines are taken or kept together', async () => {
      const given = await begin(world());
      const { row, fields, seen } = await enterSplit(given);
      const [mine, other] = [split(line('Food', 10), line('Home', 20)), split(line('Home', 5), line('Food', 6))];
      expect(await push(given.ben, 10, patch(row.id, seen, fields, mine))).toMatchObject({ status: 'applied' });
      const late = await push(given.anna, 30, patch(row.id, seen, fields, other));
      expect(late).toMatchObject({ status: 'superseded', reason: 'newer', kept: mine });
      expect(await stored(given.anna, row.id)).toMatchObject(mine);
      expect(await push(given.anna, 5, patch(row.id, seen, fields, other))).toMatchObject({ status: 'applied' });
      expect(await stored(given.anna, row.id)).toMatchObject(other);
      expect(await notices(given.ben)).toMatchObject([{ lost: { amount: 30, lines: mine.lines } }]);
    });

    it('[S66b] becomes one, and is whole again, in one edit', async () => {
      const given = await begin(world());
      const { anna, home, id, seen } = given;
      const fields = split(line('Food', 60), line('Home', 40));
      const number = numberIn(await push(anna, 30, patch(id, seen, WHOLE, fields)), home);
      expect(await stored(anna, id)).toMatchObject(fields);
      const whole = { ...WHOLE, category: 'Home' };
      expect(await push(anna, 20, patch(id, { ...seen, number }, fields, whole))).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject(whole);
    });

    it('[S66c] keeps amount, type and category against an edit that names no lines, and takes the rest', async () => {
      const given = await begin(world());
      const { anna, ben, id, seen } = given;
      const fields = split(line('Food', 60), line('Home', 40));
      await push(anna, 30, patch(id, seen, WHOLE, fields));
      const edit = patch(
        id,
        seen,
        { amount: 100, type: 'expense', date: '2026-03-01', category: 'Food' },
        { amount: 300, type: 'expense', date: '2026-04-01', category: 'Home' },
      );
      expect(await push(ben, 5, edit)).toMatchObject({
        status: 'superseded',
        kept: { amount: 100, category: 'Split' },
        by: anna.person.userEmail,
      });
      expect(await stored(anna, id)).toMatchObject({ ...fields, date: '2026-04-01' });
    });

    it('[S66d] is renamed line by line, also where its author did not know the rename', async () => {
      const given = await begin(world());
      const { row } = await enterSplit(given);
      const before = { [given.home]: (await pull(given.anna)).scopes[0]?.cursor.version ?? 0 };
      await push(given.anna, 30, rename('Food', 'Groceries'));
      expect(namesIn(await stored(given.ben, row.id))).toEqual(['Groceries', 'Home']);
      const late = entered(given.home, split(line('Food', 1), line('Home', 2)));
      await push(given.ben, 10, late, { cursors: before });
      expect(namesIn(await stored(given.anna, late.row.id))).toEqual(['Groceries', 'Home']);
    });

    it('[S66d] keeps the word Split when a category of that name gets another one', async () => {
      const given = await begin(world());
      const { row, fields } = await enterSplit(given);
      const own = { id: newId(), createdAt: new Date().toISOString(), accountId: given.home, name: 'Split' };
      await push(given.anna, 40, {
        kind: 'insert',
        table: 'categories',
        row: { ...own, group: null, archived: false, type: 'expense' },
      });
      await push(given.anna, 30, rename('Split', 'Divided'));
      expect(await stored(given.ben, row.id)).toMatchObject(fields);
    });

    it('[S66e] comes back with its lines under the names that they have now', async () => {
      const given = await begin(world());
      const { row, seen } = await enterSplit(given);
      const standing = await stored(given.anna, row.id);
      if (!standing) throw new Error('no split');
      await push(given.ben, 40, remove(row.id, seen));
      await push(given.anna, 30, rename('Food', 'Groceries'));
      await push(given.ben, 10, restoreOf(standing), { cursors: { [given.home]: seen.number } });
      expect(namesIn(await stored(given.anna, row.id))).toEqual(['Groceries', 'Home']);
    });

    it('[S66f] shows people who have only a budget its lines there, their sum, and nothing else of it', async () => {
      const given = await begin(world());
      const { row, fields } = await enterSplit(given);
      const eve = await throughBudget(world(), given, await categoryId(given, 'Food'));
      const [seen, ...others] = await rowsOf(eve).then((rows) => rows.filter(({ id }) => id === row.id));
      expect(others).toEqual([]);
      expect(seen).toEqual({
        id: row.id,
        version: expect.any(Number),
        createdAt: `${row.date}T00:00:00.000Z`,
        accountId: given.home,
        type: 'expense',
        amount: 60,
        date: row.date,
        description: '',
        category: 'Food',
        notes: '',
        budgetId: null,
        nature: 'regular',
        refund: false,
        transferId: null,
        lines: [fields.lines[0]],
        status: 'open',
        reconciliationId: null,
        bankId: null,
        importId: null,
        importedText: null,
        userId: given.anna.person.userId,
        userEmail: given.anna.person.userEmail,
      });
      const whole = await throughBudget(world(), given, null);
      const all = (await rowsOf(whole)).find(({ id }) => id === row.id);
      expect(all).toMatchObject({ amount: 100, description: '', notes: '', category: 'Split' });
      expect(all?.lines).toHaveLength(2);
    });

    it('[S66f] shows nothing through a budget of a category that is called Split', async () => {
      const given = await begin(world());
      const own = { id: newId(), createdAt: new Date().toISOString(), accountId: given.home, name: 'Split' };
      await push(given.anna, 90, {
        kind: 'insert',
        table: 'categories',
        row: { ...own, group: null, archived: false, type: 'expense' },
      });
      const { row } = await enterSplit(given);
      const eve = await throughBudget(world(), given, own.id);
      expect((await rowsOf(eve)).map(({ id }) => id)).not.toContain(row.id);
      const edit = await push(eve, 5, patch(row.id, 0, { amount: 100 }, { amount: 200 }));
      const nothing = await push(eve, 5, patch(newId(), 0, { amount: 100 }, { amount: 200 }));
      expect({ ...edit, id: '' }).toEqual({ ...nothing, id: '' });
    });

    it('[S66f] comes back whole or not at all: who saw one line of it may not bring back that', async () => {
      const given = await begin(world());
      const { row, seen } = await enterSplit(given);
      const eve = await throughBudget(world(), given, await categoryId(given, 'Food'));
      const part = (await rowsOf(eve)).find(({ id }) => id === row.id);
      if (!part) throw new Error('no line');
      await push(given.anna, 5, remove(row.id, seen));
      expect(await push(eve, 4, restoreOf(part))).toMatchObject({ status: 'rejected', reason: 'forbidden' });
    });

    it('[S66f] leaves a budget with the last line in its category', async () => {
      const given = await begin(world());
      const { row, fields, seen } = await enterSplit(given);
      const eve = await throughBudget(world(), given, await categoryId(given, 'Food'));
      const first = await pull(eve);
      const scopes = Object.fromEntries(first.scopes.map(({ scope, cursor }) => [scope, cursor]));
      await push(given.anna, 5, patch(row.id, seen, fields, split(line('Home', 60), line('Home', 40))));
      const next = await eve.remote.pull(
        eve.person.userId,
        { protocol: PROTOCOL_VERSION, epoch: first.epoch, scopes },
        100,
      );
      expect(next.scopes[0]).toMatchObject({ transactions: [], removals: [{ kind: 'transaction', id: row.id }] });
    });
  });
}
