/** What the server takes back when a device undoes, and what it leaves alone (S67). */
import { describe, expect, it } from 'vitest';
import type { Patch, Seen } from '#domain/mutations/operations';
import { OPEN, PLAIN, type TransactionRow } from '#domain/rows';
import { type ContractWorld, newId } from './contract-world.ts';
import { amount, begin, notices, numberIn, patch, push, remove, restoreOf, stored } from './decisions-world.ts';
import { FILE, fatesOf, importOf, send } from './imports-world.ts';

const undo = { undo: true } as const;

/** The undo of a patch. */
function backOf({ before, after, ...rest }: Patch): Patch {
  return { ...rest, before: after, after: before, ...undo };
}

/** What somebody has seen who has the row as it stands. */
function seenIn(row: TransactionRow | undefined): Seen {
  return { accountId: row?.accountId ?? '', number: row?.version ?? 0 };
}

export function undoContract(world: () => ContractWorld): void {
  describe('an undo', () => {
    it('[S67a] writes a field group that still holds what this device wrote', async () => {
      const { anna, id, seen } = await begin(world());
      const device = newId();
      const edit = amount(id, seen, 200);
      await push(anna, 30, edit, { device });
      expect(await push(anna, 20, backOf(edit), { device })).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 100 });
    });

    it('[S67a] leaves a group that somebody has changed since, also when the undo has seen that', async () => {
      const { anna, ben, id, seen, home } = await begin(world());
      const device = newId();
      const edit = amount(id, seen, 200);
      const number = numberIn(await push(anna, 30, edit, { device }), home);
      const last = numberIn(await push(ben, 20, amount(id, { ...seen, number }, 300)), home);
      const back = { ...backOf(edit), seen: { ...seen, number: last } };
      expect(await push(anna, 10, back, { device })).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        kept: { amount: 300 },
        by: ben.person.userEmail,
      });
      expect(await stored(anna, id)).toMatchObject({ amount: 300 });
    });

    it('[S67a] leaves a value that somebody else wrote, also when it is the same one', async () => {
      const { anna, ben, id, seen, home } = await begin(world());
      const device = newId();
      const edit = amount(id, seen, 200);
      const number = numberIn(await push(anna, 40, edit, { device }), home);
      const next = numberIn(await push(ben, 30, amount(id, { ...seen, number }, 300)), home);
      await push(ben, 20, amount(id, { ...seen, number: next }, 200));
      expect(await push(anna, 10, backOf(edit), { device })).toMatchObject({ status: 'superseded' });
      expect(await stored(anna, id)).toMatchObject({ amount: 200 });
    });

    it('[S67a, S36g, G1] that finds what it wants counts against older edits that had not seen it', async () => {
      const { anna, ben, id, seen } = await begin(world());
      // The server has forgotten what is taken back.
      const forgotten = amount(id, seen, 200);
      expect(await push(anna, 10, backOf(forgotten), { device: newId() })).toMatchObject({ status: 'applied' });
      expect(await push(ben, 20, amount(id, seen, 300))).toMatchObject({ status: 'superseded', kept: { amount: 100 } });
      expect(await stored(anna, id)).toMatchObject({ amount: 100 });
    });

    it('[S67a] takes one group back and leaves another', async () => {
      const { anna, ben, id, seen, home } = await begin(world());
      const device = newId();
      const texts = { description: 'Lunch', notes: '' };
      const edit = patch(
        id,
        seen,
        { amount: 100, type: 'expense', description: 'row 0', notes: '' },
        { amount: 200, type: 'expense', ...texts },
      );
      const standing = await stored(anna, id);
      const whole = {
        ...edit,
        before: { ...edit.before, description: standing?.description ?? '', notes: standing?.notes ?? '' },
      };
      const number = numberIn(await push(anna, 30, whole, { device }), home);
      await push(ben, 20, amount(id, { ...seen, number }, 300));
      expect(await push(anna, 10, backOf(whole), { device })).toMatchObject({ status: 'superseded' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300, description: standing?.description });
    });

    it('[S67a] a change of the type comes back whole or not at all', async () => {
      const { anna, ben, id, seen, home } = await begin(world());
      const device = newId();
      const edit = patch(id, seen, { amount: 100, type: 'expense' }, { amount: 100, type: 'income' });
      const number = numberIn(await push(anna, 30, edit, { device }), home);
      const seenNow = { ...seen, number };
      await push(ben, 20, patch(id, seenNow, { amount: 100, type: 'income' }, { amount: 300, type: 'income' }));
      expect(await push(anna, 10, backOf(edit), { device })).toMatchObject({ status: 'superseded' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300, type: 'income' });
    });

    it('[S67a] lines come back with amount, type and category, or none of them', async () => {
      const { anna, ben, id, seen, home } = await begin(world());
      const device = newId();
      const line = (cents: number) => ({ id: newId(), category: 'Food', cents, note: '' });
      const whole = { amount: 100, type: 'expense', category: 'Food', lines: null };
      const split = { ...whole, category: 'Split', lines: [line(40), line(60)] };
      const edit = patch(id, seen, whole, split);
      await push(anna, 50, edit, { device });
      expect(await push(anna, 40, backOf(edit), { device })).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ category: 'Food', lines: null });
      const number = numberIn(await push(anna, 30, edit, { device }), home);
      const others = { ...split, lines: [line(50), line(50)] };
      await push(ben, 20, patch(id, { ...seen, number }, split, others));
      expect(await push(anna, 10, backOf(edit), { device })).toMatchObject({
        status: 'superseded',
        kept: { category: 'Split', lines: others.lines },
      });
      expect(await stored(anna, id)).toMatchObject({ category: 'Split', lines: others.lines });
    });

    it('[S67a] lines do not come back where somebody has changed the amount since', async () => {
      const { anna, ben, id, seen, home } = await begin(world());
      const device = newId();
      const lines = [40, 60].map((cents) => ({ id: newId(), category: 'Food', cents, note: '' }));
      const whole = { amount: 100, type: 'expense', category: 'Food', lines: null };
      const split = { ...whole, category: 'Split', lines };
      const number = numberIn(await push(anna, 50, patch(id, seen, whole, split), { device }), home);
      const unsplit = patch(id, { ...seen, number }, split, whole);
      const last = numberIn(await push(anna, 40, unsplit, { device }), home);
      await push(ben, 30, amount(id, { ...seen, number: last }, 300));
      expect(await push(anna, 20, backOf(unsplit), { device })).toMatchObject({ status: 'superseded' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300, category: 'Food', lines: null });
    });

    it('[S67b] takes an added row back, unless somebody has edited it since', async () => {
      const { anna, ben, home, seen, id } = await begin(world());
      const device = newId();
      const row = { ...restoreOf(rowOf(await stored(anna, id))).row, id: newId() };
      const insert = { kind: 'insert', table: 'transactions', row } as const;
      const number = numberIn(await push(anna, 40, insert, { device }), home);
      await push(ben, 30, amount(row.id, { ...seen, number }, 300));
      const back = { ...remove(row.id, { ...seen, number: number + 1 }), ...undo };
      expect(await push(anna, 20, back, { device })).toMatchObject({ status: 'superseded', reason: 'newer' });
      expect(await stored(anna, row.id)).toMatchObject({ amount: 300 });
      const other = { ...insert, row: { ...row, id: newId() } };
      const added = numberIn(await push(anna, 40, other, { device }), home);
      const second = { ...remove(other.row.id, { ...seen, number: added }), ...undo };
      expect(await push(anna, 20, second, { device })).toMatchObject({ status: 'applied' });
      expect(await stored(anna, other.row.id)).toBeUndefined();
    });

    it('[S67c] brings a deleted row back, unless somebody else has deleted it since', async () => {
      const { anna, ben, seen, id } = await begin(world());
      const device = newId();
      const row = rowOf(await stored(anna, id));
      await push(anna, 40, remove(id, seen), { device });
      const back = { ...restoreOf(row), ...undo };
      expect(await push(anna, 30, back, { device })).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 100 });
      const number = (await stored(anna, id))?.version ?? 0;
      await push(anna, 20, remove(id, { ...seen, number }), { device });
      await push(ben, 10, remove(id, { ...seen, number }));
      expect(await push(anna, 5, back, { device })).toMatchObject({ status: 'superseded', reason: 'deleted' });
      expect(await stored(anna, id)).toBeUndefined();
    });

    it('[S67c] brings a deleted row back with what its deletion had not seen', async () => {
      const { anna, ben, seen, id } = await begin(world());
      const device = newId();
      const row = rowOf(await stored(anna, id));
      await push(ben, 50, amount(id, seen, 300));
      await push(anna, 40, remove(id, seen), { device });
      expect(await stored(anna, id)).toBeUndefined();
      expect(await push(anna, 20, { ...restoreOf(row), ...undo }, { device })).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300 });
    });

    it('[S67c] has nothing to do when the row is back already as it was', async () => {
      const { anna, ben, seen, id } = await begin(world());
      const device = newId();
      const row = rowOf(await stored(anna, id));
      await push(anna, 40, remove(id, seen), { device });
      await push(ben, 30, restoreOf(row));
      expect(await push(anna, 20, { ...restoreOf(row), ...undo }, { device })).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 100 });
    });

    it('[S67c] leaves a row that is back already as it is', async () => {
      const { anna, ben, seen, id } = await begin(world());
      const device = newId();
      const row = rowOf(await stored(anna, id));
      await push(anna, 40, remove(id, seen), { device });
      await push(ben, 30, restoreOf({ ...row, amount: 300 }));
      expect(await push(anna, 20, { ...restoreOf(row), ...undo }, { device })).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300 });
    });

    it('[S67c] says what is otherwise where the server knows of no deletion', async () => {
      const { anna, ben, seen, id } = await begin(world());
      const row = rowOf(await stored(anna, id));
      await push(ben, 30, amount(id, seen, 300));
      expect(await push(anna, 20, { ...restoreOf(row), ...undo }, { device: newId() })).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        kept: { amount: 300 },
        by: ben.person.userEmail,
      });
      expect(await stored(anna, id)).toMatchObject({ amount: 300 });
    });

    it('[S67c, S39j, S39a] of a deletion whose row is back counts against a deletion from before', async () => {
      const { anna, ben, seen, id } = await begin(world());
      const device = newId();
      const row = rowOf(await stored(anna, id));
      await push(anna, 40, remove(id, seen), { device });
      await push(ben, 30, restoreOf(row));
      await push(anna, 10, { ...restoreOf(row), ...undo }, { device });
      const number = (await stored(ben, id))?.version ?? 0;
      await push(ben, 20, remove(id, { ...seen, number }));
      expect(await notices(anna)).toMatchObject([{ kind: 'deleted', rowId: id }]);
    });

    it('[S67d] leaves a row deleted that somebody has deleted, though it is later', async () => {
      const { anna, ben, seen, id, home } = await begin(world());
      const device = newId();
      const edit = amount(id, seen, 200);
      const number = numberIn(await push(anna, 40, edit, { device }), home);
      await push(ben, 30, remove(id, { ...seen, number }));
      expect(await push(anna, 20, backOf(edit), { device })).toMatchObject({ status: 'superseded', reason: 'deleted' });
      expect(await stored(anna, id)).toBeUndefined();
    });

    it('[S67j] a row that goes back to its account has there what the move took from it', async () => {
      const house = await begin(world());
      const { anna, ben, home, shop } = house;
      const device = newId();
      const { operations, ids, keys } = importOf(home, FILE.slice(2), { status: 'open' });
      const [id = ''] = ids;
      await send(anna, operations, device);
      const before = await stored(anna, id);
      const move = patch(id, seenIn(before), { accountId: home }, { accountId: shop });
      await push(anna, 30, move, { device });
      const there = await stored(anna, id);
      expect(there).toMatchObject({ accountId: shop, ...PLAIN });
      // A tick there is about the other account.
      await push(ben, 20, patch(id, seenIn(there), { ...OPEN }, { status: 'cleared', reconciliationId: null }));
      const { version, ...content } = before ?? { version: 0 };
      const { bankId = null, importId = null, importedText = null, status = null } = { ...before };
      const back = backOf(move);
      const was = { status, reconciliationId: null, bankId, importId, importedText };
      const named = { ...back, before: { ...back.before, ...PLAIN }, after: { ...back.after, ...was } };
      expect(await push(anna, 10, named, { device })).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject(content);
      expect(await fatesOf(anna, home)).toEqual({ [keys[0] ?? '']: 'here' });
    });

    it('[S67j] it has what others had made of it when the move came, whatever the undo says', async () => {
      const { anna, ben, id, home, shop, seen } = await begin(world());
      const device = newId();
      await push(ben, 40, patch(id, seen, { ...OPEN }, { status: 'cleared', reconciliationId: null }));
      const move = patch(id, seen, { accountId: home }, { accountId: shop });
      await push(anna, 30, move, { device });
      const back = backOf(move);
      const named = { ...back, before: { ...back.before, ...PLAIN }, after: { ...back.after, ...PLAIN } };
      expect(await push(anna, 10, named, { device })).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ accountId: home, status: 'cleared' });
    });

    it('[S67j] it is reconciled again, and cleared where the reconciliation is gone', async () => {
      const { anna, ben, id, home, shop } = await begin(world());
      const device = newId();
      const row = {
        id: newId(),
        createdAt: new Date().toISOString(),
        accountId: home,
        date: '2026-03-31',
        balance: -100,
      };
      await push(ben, 60, { kind: 'insert', table: 'reconciliations', row });
      const reconciled = { status: 'reconciled', reconciliationId: row.id };
      const again = async () => {
        const standing = await stored(anna, id);
        const { status = 'open', reconciliationId = null } = standing ?? {};
        await push(ben, 50, patch(id, seenIn(standing), { status, reconciliationId }, reconciled));
        const move = patch(id, seenIn(await stored(anna, id)), { accountId: home }, { accountId: shop });
        await push(anna, 30, move, { device });
        return backOf(move);
      };
      const back = await again();
      await push(anna, 10, back, { device });
      expect(await stored(anna, id)).toMatchObject({ accountId: home, ...reconciled });
      const second = await again();
      await push(ben, 20, { kind: 'delete', table: 'reconciliations', id: row.id });
      expect(await push(anna, 10, second, { device })).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ accountId: home, status: 'cleared', reconciliationId: null });
    });
  });
}

function rowOf<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('the row is not there');
  return row;
}
