/** What a server tells somebody whose change was superseded, and for how long (S40). */
import { describe, expect, it } from 'vitest';
import type { Patch } from '#domain/mutations/operations';
import { type ContractWorld, entered, newId } from './contract-world.ts';
import {
  amount,
  begin,
  halve,
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

const asIncome = { amount: 100, type: 'income', category: 'Salary' };
const asExpense = { amount: 100, type: 'expense', category: 'Food' };

export function noticesContract(world: () => ContractWorld): void {
  describe('a notice', () => {
    it('[S40a, S40b] comes with every pull until its user has read it, and reading it twice is fine', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(anna, 30, amount(id, seen, 200));
      await push(ben, 10, amount(id, seen, 300));
      const [notice] = await notices(anna);
      expect(await notices(anna)).toEqual([notice]);
      const read = { kind: 'call', name: 'notice.read', arguments: { id: notice?.id ?? '' } } as const;
      expect(await push(ben, 0, read)).toMatchObject({ status: 'applied' });
      expect(await notices(anna)).toEqual([notice]);
      expect(await push(anna, 0, read)).toMatchObject({ status: 'applied', versions: {} });
      expect(await push(anna, 0, read)).toMatchObject({ status: 'applied', versions: {} });
      expect(await notices(anna)).toEqual([]);
    });

    it('[S40c] does not come from an account that its user has lost', async () => {
      const { anna, home, id, seen } = await begin(world());
      const cara = await world().signUp('cara');
      const takeBack = await world().share({ accountId: home, person: cara.person, role: 'admin' });
      await push(cara, 30, amount(id, seen, 200));
      await push(anna, 10, amount(id, seen, 300));
      expect(await notices(cara)).toHaveLength(1);
      await takeBack();
      expect((await pull(cara)).notices).toEqual([]);
    });
  });

  /** Anna's amount of 2.00 and her notes are superseded by Ben, who has seen neither. */
  async function superseded() {
    const household = await begin(world());
    const { anna, ben, id, seen } = household;
    const notes = { description: 'row 0', notes: '' };
    await push(anna, 40, amount(id, seen, 200));
    await push(anna, 39, patch(id, seen, notes, { description: 'Lunch', notes: '' }));
    const both = { amount: 300, type: 'expense', description: 'Supper', notes: '' };
    const verdict = await push(ben, 30, patch(id, seen, { amount: 100, type: 'expense', ...notes }, both));
    return { ...household, now: { ...seen, number: numberIn(verdict, household.home) }, both };
  }

  describe('a notice of an edit', () => {
    it('[S40d, G1] is told once more when a change of the type only takes an amount along', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(ben, 40, amount(id, seen, 200));
      await push(anna, 30, amount(id, seen, 300));
      expect(await push(ben, 20, patch(id, seen, asExpense, asIncome))).toMatchObject({ status: 'applied' });
      const [told, ...others] = await notices(ben);
      expect(others).toEqual([]);
      expect(told).toMatchObject({ kind: 'edited', lost: { amount: 200 }, stands: { amount: 100 } });
      expect(told?.lost).toEqual({ amount: 200 });
    });

    it('[S40d, G1] tells the newer of two amounts when a split only takes one along', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      await push(ben, 50, amount(id, seen, 200));
      const number = numberIn(await push(anna, 40, amount(id, seen, 300)), home);
      expect(await notices(ben)).toMatchObject([{ lost: { amount: 200 }, stands: { amount: 300 } }]);
      const now = { ...asExpense, amount: 300 };
      await push(ben, 30, patch(id, { ...seen, number }, now, { ...asIncome, amount: 400 }), {
        device: newId(),
        number: 1,
      });
      await push(ben, 20, halve(id, seen), { device: newId(), number: 1 });
      expect(await notices(ben)).toMatchObject([{ lost: { amount: 400, type: 'income' }, stands: { amount: 100 } }]);
    });

    it('[S40d, S36g, G1] tells the amount that its user chose last, also where it stood already', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      await push(ben, 50, amount(id, seen, 200));
      const number = numberIn(await push(anna, 40, amount(id, seen, 300)), home);
      await push(ben, 30, amount(id, { ...seen, number }, 300), { device: newId(), number: 1 });
      expect(await notices(ben)).toMatchObject([{ lost: { amount: 200 } }]);
      await push(ben, 20, halve(id, seen), { device: newId(), number: 1 });
      expect(await notices(ben)).toMatchObject([{ lost: { amount: 300 }, stands: { amount: 100 } }]);
    });

    it('[S40d] leaves out the fields that its user has edited since, and ends when none is left', async () => {
      const { anna, id, now, both } = await superseded();
      expect(await notices(anna)).toMatchObject([{ lost: { amount: 200, description: 'Lunch' } }]);
      expect(await push(anna, 20, patch(id, now, both, { ...both, amount: 400 }))).toMatchObject({ status: 'applied' });
      const [left, ...others] = await notices(anna);
      expect(others).toEqual([]);
      expect(left).toMatchObject({ lost: { description: 'Lunch' }, stands: { description: 'Supper' } });
      expect(left?.lost).not.toHaveProperty('amount');
      expect(left?.stands).not.toHaveProperty('amount');
      await push(anna, 10, patch(id, now, { description: 'Supper', notes: '' }, { description: 'Tea', notes: '' }));
      expect(await notices(anna)).toEqual([]);
    });

    it('[S40d] stays when its user edits another field, and when somebody else edits that field', async () => {
      const { anna, ben, id, now, both } = await superseded();
      const told = await notices(anna);
      await push(anna, 20, patch(id, now, { date: '2026-03-05' }, { date: '2026-03-06' }));
      await push(ben, 10, patch(id, now, both, { ...both, amount: 500 }));
      expect(await notices(anna)).toEqual(told);
    });

    it('[S40d] ends when its user deletes the row', async () => {
      const { anna, id, now } = await superseded();
      await push(anna, 0, remove(id, now));
      expect(await notices(anna)).toEqual([]);
    });

    it('[S40d, G1] stays when its user deleted the row before they were told', async () => {
      const { anna, id, now } = await superseded();
      expect(await push(anna, 10, remove(id, now))).toMatchObject({ status: 'applied' });
      expect(await notices(anna)).toMatchObject([{ kind: 'edited', rowId: id, lost: { amount: 200 } }]);
    });

    it('[S40d] of a change of the type ends with an edit of what belongs together', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      await push(anna, 40, patch(id, seen, { category: 'Food' }, { category: 'Home' }));
      const verdict = await push(ben, 30, patch(id, seen, asExpense, asIncome));
      expect(await notices(anna)).toMatchObject([{ lost: { type: 'expense', category: 'Home' } }]);
      const now = { ...seen, number: numberIn(verdict, home) };
      await push(anna, 0, patch(id, now, { amount: 100, type: 'income' }, { amount: 200, type: 'income' }));
      expect(await notices(anna)).toEqual([]);
    });

    it('[S40d, G1] of a change of the type keeps the rest when a part was edited before it was told', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(anna, 40, amount(id, seen, 200));
      const number = numberIn(await push(ben, 30, patch(id, seen, asExpense, asIncome)), seen.accountId);
      const now = { ...seen, number };
      expect(await push(anna, 20, patch(id, now, { category: 'Salary' }, { category: 'Other' }))).toMatchObject({
        status: 'applied',
      });
      expect(await notices(anna)).toMatchObject([{ lost: { amount: 200, type: 'expense' } }]);
    });

    it('[S40d] of a budget ends with its user’s next edit of that field', async () => {
      const { anna, ben, home } = await begin(world());
      const row = { ...makeBudget(newId(), home, null), createdAt: new Date().toISOString() };
      const number = numberIn(await push(anna, 80, { kind: 'insert', table: 'budgets', row }), home);
      const renamed = (from: string, to: string, known: number): Patch => ({
        kind: 'patch',
        table: 'budgets',
        id: row.id,
        seen: { accountId: home, number: known },
        before: { name: from },
        after: { name: to },
      });
      await push(anna, 40, renamed(row.name, 'Trip', number));
      const verdict = await push(ben, 30, renamed(row.name, 'Journey', number));
      expect(await notices(anna)).toMatchObject([{ table: 'budgets', lost: { name: 'Trip' } }]);
      await push(anna, 20, renamed('Journey', 'Holiday', numberIn(verdict, home)));
      expect(await notices(anna)).toEqual([]);
    });

    it('[S40f] tells what the row was after somebody has deleted it: to members of its account', async () => {
      const { anna, ben, id, now } = await superseded();
      expect(await notices(anna)).toMatchObject([{ removed: {} }]);
      await push(ben, 10, remove(id, now));
      const [told] = await notices(anna);
      expect(told).toMatchObject({ lost: { amount: 200 }, removed: { id, amount: 300, description: 'Supper' } });
      expect(told?.removed).not.toHaveProperty('version');
      expect(told?.removed).not.toHaveProperty('userEmail');
    });

    it('[S40g] tells somebody who has only a budget the fields that they wrote, and no more of the row', async () => {
      const { anna, home } = await begin(world());
      const cara = await world().signUp('cara');
      const budget = { ...makeBudget(newId(), home, null), createdAt: new Date().toISOString() };
      await push(anna, 80, { kind: 'insert', table: 'budgets', row: budget });
      await world().share({ accountId: home, budgetId: budget.id, person: cara.person, role: 'admin' });
      const insert = entered(home, { type: 'income', budgetId: budget.id, category: 'Uncategorized' });
      const { id } = insert.row;
      const seen = { accountId: home, number: numberIn(await push(cara, 70, insert), home) };
      const income = { amount: 100, type: 'income' };
      await push(cara, 40, patch(id, seen, income, { ...income, amount: 200 }));
      const turned = { amount: 300, type: 'expense', category: 'Home' };
      const verdict = await push(anna, 30, patch(id, seen, { ...income, category: 'Uncategorized' }, turned));
      expect(verdict).toMatchObject({ status: 'applied' });
      const told = () => notices(cara).then((all) => all.map(({ lost, removed }) => ({ lost, removed })));
      expect(await told()).toEqual([{ lost: { amount: 200 }, removed: {} }]);
      await push(anna, 10, remove(id, { ...seen, number: numberIn(verdict, home) }));
      expect(await told()).toEqual([{ lost: { amount: 200 }, removed: {} }]);
    });
  });

  describe('a notice of whether the row shall stand', () => {
    it('[S40e] of a deletion ends when the row is back, and stays ended when it is deleted again', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      await push(ben, 40, amount(id, seen, 300));
      const row = await stored(ben, id);
      await push(anna, 30, remove(id, seen));
      expect(await notices(ben)).toMatchObject([{ kind: 'deleted' }]);
      if (!row) throw new Error('no row');
      const number = numberIn(await push(anna, 20, restoreOf(row)), home);
      expect(await notices(ben)).toEqual([]);
      await push(anna, 10, remove(id, { ...seen, number }));
      expect(await notices(ben)).toEqual([]);
    });

    it('[S40e] of a row that is back ends when somebody deletes it, or its user edits it', async () => {
      for (const answer of ['deleted', 'edited'] as const) {
        const { anna, ben, home, id, seen } = await begin(world());
        await push(ben, 40, remove(id, seen));
        const number = numberIn(await push(anna, 30, amount(id, seen, 300)), home);
        expect(await notices(ben)).toMatchObject([{ kind: 'revived' }]);
        const now = { ...seen, number };
        if (answer === 'deleted') await push(anna, 20, remove(id, now));
        else await push(ben, 0, patch(id, now, { date: '2026-03-05' }, { date: '2026-03-06' }));
        expect(await notices(ben)).toEqual([]);
      }
    });

    it('[S40e] of a row that is back stays when an edit that its user made before it arrives', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(ben, 40, remove(id, seen));
      await push(anna, 30, amount(id, seen, 300));
      const told = await notices(ben);
      expect(told).toMatchObject([{ kind: 'revived' }]);
      const late = patch(id, seen, { date: '2026-03-05' }, { date: '2026-03-06' });
      expect(await push(ben, 50, late)).toMatchObject({ status: 'applied' });
      expect(await notices(ben)).toEqual(told);
    });

    it('[S40e] of a row that is back waits while somebody else has deleted it, and ends by its user', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      await push(ben, 40, remove(id, seen));
      const number = numberIn(await push(anna, 30, amount(id, seen, 300)), home);
      const told = await notices(ben);
      await push(anna, 20, remove(id, { ...seen, number }));
      expect(await notices(ben)).toEqual([]);
      await push(anna, 10, patch(id, { ...seen, number }, { date: '2026-03-05' }, { date: '2026-03-06' }));
      const [first, ...others] = await notices(ben);
      expect(others).toEqual([]);
      expect(first).toMatchObject({ id: told[0]?.id, kind: 'revived' });
      const now = await stored(anna, id);
      await push(ben, 5, remove(id, { ...seen, number: now?.version ?? 0 }));
      expect(await notices(ben)).toEqual([]);
    });

    it('[S77] whose contribution a move had not seen is told, whichever is later', async () => {
      const { anna, ben, home, shop, id, seen } = await begin(world());
      const budget = makeBudget(newId(), home, null);
      await push(anna, 80, { kind: 'insert', table: 'budgets', row: budget });
      const [none, given] = [{ budgetId: null }, { budgetId: budget.id }];
      const [here, there] = [{ accountId: home }, { accountId: shop }];
      const told = { kind: 'edited', by: anna.person.userEmail, lost: given, stands: none };
      const moves: [number, Patch['before'], Patch['after']][] = [
        [20, here, there],
        [5, here, there],
        [20, { ...here, ...none }, { ...there, ...none }],
      ];
      const rows = [id];
      for (const [minutes, before, after] of moves) {
        const row = rows.at(-1) ?? '';
        expect(await push(ben, 10, patch(row, seen, none, given))).toMatchObject({ status: 'applied' });
        expect(await push(anna, minutes, patch(row, seen, before, after))).toMatchObject({ status: 'applied' });
        expect(await stored(ben, row)).toMatchObject({ ...there, ...none });
        expect((await notices(ben)).filter(({ rowId }) => rowId === row)).toMatchObject([told]);
        const next = entered(home);
        await push(anna, 60, next);
        rows.push(next.row.id);
      }
      expect(await notices(anna)).toEqual([]);
    });

    it('[S77] a move that had seen the contribution tells nobody, and one after it is rejected', async () => {
      const { anna, ben, home, shop, id, seen } = await begin(world());
      const budget = makeBudget(newId(), home, null);
      await push(anna, 80, { kind: 'insert', table: 'budgets', row: budget });
      const [none, given] = [{ budgetId: null }, { budgetId: budget.id }];
      const number = numberIn(await push(ben, 20, patch(id, seen, none, given)), home);
      await push(anna, 10, patch(id, { ...seen, number }, { accountId: home }, { accountId: shop }));
      expect(await stored(ben, id)).toMatchObject({ accountId: shop, ...none });
      expect(await notices(ben)).toEqual([]);
      const late = await push(ben, 5, patch(id, { ...seen, number: 0 }, none, given));
      expect(late).toMatchObject({ status: 'rejected', reason: 'reference' });
    });
  });
}
