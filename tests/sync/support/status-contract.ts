/** The status of transactions, and reconciliations (S68): who may write it, who reads it, and what goes along. */
import { describe, expect, it } from 'vitest';
import { today } from '#domain/dates/dates';
import type { Insert, Patch, Seen } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import { OPEN, type TransactionRow } from '#domain/rows';
import { type ContractWorld, entered, type Member, newId } from './contract-world.ts';
import {
  amount,
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
import { makeAccount, makeBudget } from './people.ts';

type Standing = Pick<TransactionRow, 'status' | 'reconciliationId'>;

const CLEARED: Standing = { status: 'cleared', reconciliationId: null };
const reconciledBy = (reconciliationId: string): Standing => ({ status: 'reconciled', reconciliationId });

function setStatus(id: string, seen: Seen, after: Standing, before: Standing = OPEN): Patch {
  return patch(id, seen, { ...before }, { ...after });
}

function statement(accountId: string, over: object = {}): Insert & { table: 'reconciliations' } {
  const row = { id: newId(), createdAt: new Date().toISOString(), accountId, date: '2026-03-31', balance: -100 };
  return { kind: 'insert', table: 'reconciliations', row: { ...row, ...over } };
}

/** Ben reconciles Anna's entry. */
async function reconcile({ ben, home, id, seen }: Household) {
  const made = statement(home);
  await push(ben, 50, made);
  const verdict = await push(ben, 50, setStatus(id, seen, reconciledBy(made.row.id)));
  return { reconciliationId: made.row.id, seen: { accountId: home, number: numberIn(verdict, home) } };
}

async function reconciliationsOf(member: Member) {
  return (await pull(member)).scopes.flatMap(({ reconciliations }) => reconciliations);
}

/** A member of Anna's account, and somebody who has only a budget of it all. */
async function beginWithOthers(world: ContractWorld) {
  const house = await begin(world);
  const { anna, home } = house;
  const [cleo, dora] = [await world.signUp('cleo'), await world.signUp('dora')];
  await world.share({ accountId: home, person: cleo.person, role: 'member' });
  const budget = newId();
  await push(anna, 80, { kind: 'insert', table: 'budgets', row: makeBudget(budget, home, null) });
  const giveBudget = () => world.share({ accountId: home, budgetId: budget, person: dora.person, role: 'admin' });
  await giveBudget();
  return { ...house, cleo, dora, budget };
}

const forbidden: Partial<Verdict> = { status: 'rejected', reason: 'forbidden' };

export function statusContract(world: () => ContractWorld): void {
  describe('the status of a transaction', () => {
    it('[S68a] people who have only a budget do not read it, and their edits leave it', async () => {
      const { anna, dora, home, budget, seen } = await beginWithOthers(world());
      const own = entered(home, { budgetId: budget, type: 'income' });
      await push(dora, 70, own);
      await push(anna, 60, setStatus(own.row.id, seen, CLEARED));
      expect(await stored(dora, own.row.id)).toMatchObject(OPEN);
      expect(await stored(anna, own.row.id)).toMatchObject(CLEARED);
      const { id } = own.row;
      expect(await push(dora, 50, setStatus(id, seen, OPEN))).toMatchObject({ status: 'applied' });
      expect(await push(dora, 40, setStatus(id, seen, CLEARED))).toMatchObject(forbidden);
      await push(dora, 30, patch(id, seen, { date: '2026-03-05' }, { date: '2026-03-06' }));
      expect(await stored(anna, id)).toMatchObject({ ...CLEARED, date: '2026-03-06' });
    });

    it('[S68a] who lost the account is not told that their status was superseded', async () => {
      const { anna, home, budget } = await beginWithOthers(world());
      const eve = await world().signUp('eve');
      const takeBack = await world().share({ accountId: home, person: eve.person, role: 'member' });
      const [edited, deleted] = [entered(home), entered(home)];
      for (const own of [edited, deleted]) {
        const seen = { accountId: home, number: numberIn(await push(eve, 70, own), home) };
        await push(eve, 60, setStatus(own.row.id, seen, CLEARED));
        const unseen = own === edited ? setStatus(own.row.id, seen, OPEN, CLEARED) : remove(own.row.id, seen);
        await push(anna, 40, unseen);
      }
      expect(await notices(eve)).toMatchObject([
        { kind: 'edited', lost: { status: 'cleared' } },
        { kind: 'deleted', lost: { status: 'cleared' } },
      ]);
      await takeBack();
      await world().share({ accountId: home, budgetId: budget, person: eve.person, role: 'member' });
      expect(await notices(eve)).toMatchObject([{ kind: 'deleted' }]);
      expect(JSON.stringify(await pull(eve))).not.toContain('cleared');
    });

    it('[S68b] members clear their own rows, and reconcile none', async () => {
      const { home, cleo, ben, anna, id, seen } = await beginWithOthers(world());
      const own = entered(home);
      const number = numberIn(await push(cleo, 70, own), home);
      expect(await push(cleo, 60, setStatus(own.row.id, { ...seen, number }, CLEARED))).toMatchObject({
        status: 'applied',
      });
      expect(await push(cleo, 60, setStatus(id, seen, CLEARED))).toMatchObject(forbidden);
      expect(await push(cleo, 60, statement(home))).toMatchObject(forbidden);
      const made = statement(home);
      expect(await push(ben, 50, made)).toMatchObject({ status: 'applied' });
      const last = { ...seen, number: 1_000_000 };
      const reconciled = reconciledBy(made.row.id);
      expect(await push(cleo, 40, setStatus(own.row.id, last, reconciled, CLEARED))).toMatchObject(forbidden);
      expect(await push(ben, 30, setStatus(own.row.id, last, reconciled, CLEARED))).toMatchObject({
        status: 'applied',
      });
      expect(await push(cleo, 20, setStatus(own.row.id, last, CLEARED, reconciled))).toMatchObject(forbidden);
      const removal = { kind: 'delete', table: 'reconciliations', id: made.row.id } as const;
      expect(await push(cleo, 20, removal)).toMatchObject(forbidden);
      expect(await stored(anna, own.row.id)).toMatchObject(reconciled);
    });

    it('[S68c] of two ticks that had not seen each other the later stands, apart from the amount', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(ben, 50, setStatus(id, seen, CLEARED));
      await push(ben, 40, setStatus(id, seen, OPEN, CLEARED));
      expect(await push(anna, 45, setStatus(id, seen, CLEARED))).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        kept: OPEN,
      });
      expect(await push(anna, 80, amount(id, seen, 300))).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300, ...OPEN });
    });

    it('[S68i] a tick that did not know of a reconciliation leaves it, however late it is', async () => {
      const house = await begin(world());
      const { anna, ben, id, seen } = house;
      const { reconciliationId, seen: after } = await reconcile(house);
      const kept = reconciledBy(reconciliationId);
      const told = { status: 'superseded', reason: 'newer', kept, by: ben.person.userEmail };
      expect(await push(anna, 10, setStatus(id, seen, CLEARED))).toMatchObject(told);
      expect(await stored(anna, id)).toMatchObject(kept);
      expect(await push(anna, 10, setStatus(id, after, OPEN, kept))).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject(OPEN);
    });

    it('[S68i] a reconciliation that did not know of a tick counts the row, however early it is', async () => {
      const house = await begin(world());
      const { anna, ben, id, seen } = house;
      expect(await push(anna, 10, setStatus(id, seen, CLEARED))).toMatchObject({ status: 'applied' });
      const { reconciliationId } = await reconcile(house);
      expect(await stored(ben, id)).toMatchObject(reconciledBy(reconciliationId));
    });

    it('[S68i, S40d] whose tick is lost hears of it, though they had reconciled the row before', async () => {
      const house = await begin(world());
      const { anna, ben, home, id, seen } = house;
      await push(anna, 10, setStatus(id, seen, CLEARED));
      const { reconciliationId, seen: after } = await reconcile(house);
      await push(ben, 30, setStatus(id, after, OPEN, reconciledBy(reconciliationId)));
      const made = statement(home);
      await push(anna, 25, made);
      await push(anna, 25, setStatus(id, seen, reconciledBy(made.row.id)));
      expect(await stored(anna, id)).toMatchObject(reconciledBy(made.row.id));
      expect(await notices(anna)).toMatchObject([{ kind: 'edited', rowId: id, lost: { status: 'cleared' } }]);
    });

    it('[S40d] whose tick is lost is told no more when their own earlier one stands', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(anna, 60, setStatus(id, seen, CLEARED));
      await push(ben, 50, setStatus(id, seen, OPEN, CLEARED));
      await push(anna, 40, setStatus(id, seen, CLEARED), { device: newId() });
      expect(await stored(anna, id)).toMatchObject(CLEARED);
      expect(await notices(anna)).toEqual([]);
    });

    it('[S68c] a status and an amount that had not seen each other both stand', async () => {
      const house = await begin(world());
      const { anna, id, seen } = house;
      const { reconciliationId } = await reconcile(house);
      expect(await push(anna, 80, amount(id, seen, 300))).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300, ...reconciledBy(reconciliationId) });
    });

    it('[S68c] a row is reconciled only with a statement of its own account', async () => {
      const { ben, home, shop, id, seen, anna } = await begin(world());
      const elsewhere = statement(shop);
      await push(ben, 50, elsewhere);
      const gone = { status: 'rejected', reason: 'gone' };
      expect(await push(ben, 40, setStatus(id, seen, reconciledBy(elsewhere.row.id)))).toMatchObject(gone);
      expect(await push(ben, 40, setStatus(id, seen, reconciledBy(newId())))).toMatchObject(gone);
      const invalid = { status: 'rejected', reason: 'invalid' };
      const nameless = { ...entered(home).row, id: newId(), status: 'reconciled' as const };
      expect(await push(ben, 40, { kind: 'insert', table: 'transactions', row: nameless })).toMatchObject(invalid);
      expect(await stored(anna, id)).toMatchObject(OPEN);
    });

    it('[S68d] a row that goes to another account is open there', async () => {
      const house = await begin(world());
      const { anna, shop, home, id } = house;
      const { seen } = await reconcile(house);
      await push(anna, 10, patch(id, seen, { accountId: home }, { accountId: shop }));
      expect(await stored(anna, id)).toMatchObject({ accountId: shop, ...OPEN });
    });

    it('[S68j] whose tick a move had not seen is told, however late the tick is', async () => {
      const { anna, ben, shop, home, id, seen } = await begin(world());
      await push(anna, 10, setStatus(id, seen, CLEARED));
      await push(ben, 20, patch(id, seen, { accountId: home }, { accountId: shop }));
      expect(await stored(anna, id)).toMatchObject({ accountId: shop, ...OPEN });
      expect(await notices(anna)).toMatchObject([
        {
          kind: 'edited',
          rowId: id,
          by: ben.person.userEmail,
          lost: { status: 'cleared' },
          stands: { status: 'open' },
        },
      ]);
      expect(await notices(ben)).toEqual([]);
    });

    it('[S68j] whose reconciliation a move had not seen is told of it', async () => {
      const house = await begin(world());
      const { anna, ben, shop, home, id, seen } = house;
      const { reconciliationId } = await reconcile(house);
      await push(anna, 10, patch(id, seen, { accountId: home }, { accountId: shop }));
      expect(await stored(ben, id)).toMatchObject({ accountId: shop, ...OPEN });
      const lost = reconciledBy(reconciliationId);
      expect(await notices(ben)).toMatchObject([{ kind: 'edited', rowId: id, lost, stands: OPEN }]);
    });

    it('[S68j] a move that had seen the tick tells nobody', async () => {
      const { anna, ben, shop, home, id, seen } = await begin(world());
      const number = numberIn(await push(anna, 20, setStatus(id, seen, CLEARED)), home);
      await push(ben, 10, patch(id, { ...seen, number }, { accountId: home }, { accountId: shop }));
      expect(await stored(anna, id)).toMatchObject({ accountId: shop, ...OPEN });
      expect(await notices(anna)).toEqual([]);
    });

    it('[S68j] a move by somebody who has only a budget tells whose tick it ends', async () => {
      const { anna, home, dora, budget } = await beginWithOthers(world());
      const [own, insert] = [newId(), entered(home, { type: 'income', budgetId: budget })];
      await push(dora, 90, makeAccount(own, dora.person));
      const { id } = insert.row;
      const seen = { accountId: home, number: numberIn(await push(dora, 70, insert), home) };
      const number = numberIn(await push(anna, 20, setStatus(id, seen, CLEARED)), home);
      const move = patch(id, { ...seen, number }, { accountId: home }, { accountId: own });
      expect(await push(dora, 10, move)).toMatchObject({ status: 'applied' });
      expect(await notices(anna)).toMatchObject([
        { kind: 'edited', rowId: id, by: dora.person.userEmail, lost: { status: 'cleared' } },
      ]);
    });

    it('[S68j] a tick that had not seen a move is superseded, however late it is', async () => {
      const { anna, ben, shop, home, id, seen } = await begin(world());
      await push(ben, 20, patch(id, seen, { accountId: home }, { accountId: shop }));
      expect(await push(anna, 10, setStatus(id, seen, CLEARED))).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        kept: OPEN,
        by: ben.person.userEmail,
      });
      expect(await stored(anna, id)).toMatchObject({ accountId: shop, ...OPEN });
    });

    it('[S68e] a row that comes back has the status that it had', async () => {
      const house = await begin(world());
      const { anna, ben, home, id } = house;
      const { seen, reconciliationId } = await reconcile(house);
      const row = await stored(anna, id);
      if (!row) throw new Error('no row');
      await push(anna, 40, remove(id, seen));
      await push(anna, 30, restoreOf(row));
      expect(await stored(ben, id)).toMatchObject(reconciledBy(reconciliationId));
      await push(anna, 20, remove(id, { ...seen, number: 1_000_000 }));
      await push(ben, 15, { kind: 'delete', table: 'reconciliations', id: reconciliationId });
      await push(anna, 10, restoreOf(row));
      expect(await stored(ben, id)).toMatchObject({ accountId: home, ...CLEARED });
    });
  });

  describe('a reconciliation', () => {
    it('[S68f] leaves its rows cleared when it is deleted', async () => {
      const house = await begin(world());
      const { anna, ben, id } = house;
      const { reconciliationId } = await reconcile(house);
      const removal = { kind: 'delete', table: 'reconciliations', id: reconciliationId } as const;
      expect(await push(anna, 10, removal)).toMatchObject({ status: 'applied' });
      expect(await stored(ben, id)).toMatchObject(CLEARED);
      expect(await reconciliationsOf(ben)).toEqual([]);
      expect(await push(ben, 5, removal)).toMatchObject({ status: 'applied' });
    });

    it('[S68g] is of no future date, and nobody edits it', async () => {
      const { anna, home, seen } = await begin(world());
      const tomorrow = new Date(Date.now() + 3 * 86_400_000);
      const invalid = { status: 'rejected', reason: 'invalid' };
      expect(await push(anna, 10, statement(home, { date: today(tomorrow) }))).toMatchObject(invalid);
      const made = statement(home);
      await push(anna, 10, made);
      const [row] = await reconciliationsOf(anna);
      const { userId, userEmail } = anna.person;
      expect(row).toMatchObject({ ...made.row, userId, userEmail, changes: [] });
      const edit = { kind: 'patch', table: 'reconciliations', id: made.row.id, seen } as const;
      expect(await push(anna, 5, { ...edit, before: { balance: -100 }, after: { balance: 0 } })).toMatchObject(invalid);
    });

    it('[S68h] says who changed, moved, opened or deleted its rows since, and what they were', async () => {
      const house = await begin(world());
      const { anna, ben, home, shop, id, seen } = house;
      const others = [entered(home), entered(home), entered(home)];
      for (const one of others) await push(anna, 60, one);
      const made = statement(home);
      await push(ben, 50, made);
      const last = { ...seen, number: 1_000_000 };
      const ids = [id, ...others.map(({ row }) => row.id)];
      for (const one of ids) await push(ben, 50, setStatus(one, last, reconciledBy(made.row.id)));
      expect(await reconciliationsOf(anna)).toMatchObject([{ changes: [] }]);
      const [changed = '', moved = '', opened = '', deleted = ''] = ids;
      await push(anna, 40, amount(changed, last, 250));
      await push(ben, 30, patch(moved, last, { accountId: home }, { accountId: shop }));
      await push(ben, 20, setStatus(opened, last, OPEN, reconciledBy(made.row.id)));
      await push(anna, 10, remove(deleted, last));
      const [anna1, ben1] = [anna.person.userEmail, ben.person.userEmail];
      expect(await reconciliationsOf(ben)).toMatchObject([
        {
          changes: [
            { rowId: deleted, by: anna1, kind: 'deleted', description: 'row 0', amount: 100 },
            { rowId: opened, by: ben1, kind: 'opened', description: null, amount: null },
            { rowId: moved, by: ben1, kind: 'moved', description: 'row 0', amount: 100 },
            { rowId: changed, by: anna1, kind: 'changed', description: null, amount: 100 },
          ],
        },
      ]);
    });
  });
}
