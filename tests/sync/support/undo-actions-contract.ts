/** Which action has the last word on a row, and so may be undone and done again (S67a–c, S67k–m, S74a). */
import { describe, expect, it } from 'vitest';
import type { Mutation, Patch } from '#domain/mutations/operations';
import { type ContractWorld, entered, newId } from './contract-world.ts';
import { amount, begin, patch, push, remove, restoreOf, stored } from './decisions-world.ts';

const undo = { undo: true } as const;
const PLACE = { type: 'expense' } as const;

/** The edit of the amount that Anna's device makes. */
function edit(id: string, from: number, to: number): Patch {
  return patch(id, { accountId: newId(), number: 0 }, { amount: from, ...PLACE }, { amount: to, ...PLACE });
}

function back({ before, after, ...rest }: Patch): Patch {
  return { ...rest, before: after, after: before, ...undo };
}

/** Anna's entry, and what her device does to it one after the other. */
async function annasDevice(world: ContractWorld) {
  const house = await begin(world);
  const { anna, id } = house;
  const device = newId();
  let minutes = 60;
  const act = (operation: Mutation['operations'][number], more: Partial<Mutation> = {}) =>
    push(anna, minutes--, operation, { device, ...more });
  /** Does it as an action of this id. */
  const done = async (operation: Mutation['operations'][number], more: Partial<Mutation> = {}) => {
    const mutation = newId();
    expect(await act(operation, { id: mutation, ...more })).toMatchObject({ status: 'applied' });
    return mutation;
  };
  const cents = async () => (await stored(anna, id))?.amount;
  return { ...house, device, act, done, cents };
}

export function undoActionsContract(world: () => ContractWorld): void {
  describe('an undo of an action', () => {
    it('[S67a] leaves a value that a later action of the same device wrote again', async () => {
      const { id, act, done, cents } = await annasDevice(world());
      const first = edit(id, 100, 200);
      const action = await done(first);
      await done(edit(id, 200, 300));
      await done(edit(id, 300, 200));
      expect(await act(back(first), { undoes: action })).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        kept: { amount: 200 },
      });
      expect(await cents()).toBe(200);
    });

    it('[S67a] leaves a value that another mutation of the action wrote over', async () => {
      const { id, act, done, cents } = await annasDevice(world());
      const action = newId();
      const first = edit(id, 100, 200);
      await done(first, { action });
      await done(edit(id, 200, 300), { action });
      expect(await act(back(first), { undoes: action })).toMatchObject({ status: 'superseded', kept: { amount: 300 } });
      expect(await cents()).toBe(300);
    });

    it('[S67l] has the last word again when what came after it was undone', async () => {
      const { id, done, cents } = await annasDevice(world());
      const [first, second] = [edit(id, 100, 200), edit(id, 200, 300)];
      const [one, two] = [await done(first), await done(second)];
      await done(back(second), { undoes: two });
      await done(back(first), { undoes: one });
      expect(await cents()).toBe(100);
    });

    it('[S67l] has the last word again when somebody undid theirs, and goes by time against that', async () => {
      const { anna, id, ben, home, device, act, done, cents } = await annasDevice(world());
      const first = edit(id, 100, 200);
      const one = await done(first);
      const number = (await stored(ben, id))?.version ?? 0;
      const theirs = { ...edit(id, 200, 400), seen: { accountId: home, number } };
      const two = newId();
      await push(ben, 2, theirs, { id: two });
      expect(await push(ben, 1, back(theirs), { undoes: two })).toMatchObject({ status: 'applied' });
      const earlier = await act(back(first), { undoes: one });
      expect(earlier).toMatchObject({ status: 'superseded', reason: 'newer', kept: { amount: 200 } });
      expect(await push(anna, 0, back(first), { undoes: one, device })).toMatchObject({ status: 'applied' });
      expect(await cents()).toBe(100);
    });

    it('[S74a] is undone itself, and then may be undone again', async () => {
      const { id, done, cents } = await annasDevice(world());
      const [first, second] = [edit(id, 100, 200), edit(id, 200, 300)];
      const [one, two] = [await done(first), await done(second)];
      const undone = await done(back(second), { undoes: two });
      await done({ ...second, ...undo }, { undoes: undone });
      expect(await cents()).toBe(300);
      await done(back(second), { undoes: two });
      await done(back(first), { undoes: one });
      expect(await cents()).toBe(100);
    });

    it('[S74a] is not undone where somebody has changed the row since', async () => {
      const { id, ben, seen, home, act, done, cents } = await annasDevice(world());
      const first = edit(id, 100, 200);
      const undone = await done(back(first), { undoes: await done(first) });
      const number = (await stored(ben, id))?.version ?? 0;
      await push(ben, 1, amount(id, { ...seen, accountId: home, number }, 400));
      expect(await act({ ...first, ...undo }, { undoes: undone })).toMatchObject({ status: 'superseded' });
      expect(await cents()).toBe(400);
    });

    it('[S67k] means all the mutations that name it, and what was sent again', async () => {
      const { id, done, cents } = await annasDevice(world());
      const action = newId();
      const first = edit(id, 100, 200);
      const second = edit(id, 200, 300);
      await done(first, { action });
      await done(second, { action });
      await done(back(second), { undoes: action });
      await done(back(first), { undoes: action });
      expect(await cents()).toBe(100);
    });

    it('[S67a] of another person takes nothing back, whatever action it names', async () => {
      const { id, ben, act, done, cents } = await annasDevice(world());
      const first = edit(id, 100, 200);
      const action = await done(first);
      expect(await push(ben, 1, back(first), { undoes: action })).toMatchObject({ status: 'superseded' });
      expect(await cents()).toBe(200);
      // The browser had emptied Anna's database, which is another device since.
      expect(await act(back(first), { undoes: action, device: newId() })).toMatchObject({ status: 'applied' });
      expect(await cents()).toBe(100);
    });

    it('[S67m] that names none takes back what its device wrote last', async () => {
      const { id, done, cents } = await annasDevice(world());
      const first = edit(id, 100, 200);
      await done(first);
      await done(back(first));
      expect(await cents()).toBe(100);
    });

    it('[S67c] leaves a row deleted that a later action of the same device deleted again', async () => {
      const { anna, id, act, done } = await annasDevice(world());
      const row = await stored(anna, id);
      if (!row) throw new Error('the row is not there');
      const seenNow = async () => ({ accountId: row.accountId, number: (await stored(anna, id))?.version ?? 0 });
      const first = await done(remove(id, await seenNow()));
      await done(restoreOf(row));
      const second = await done(remove(id, await seenNow()));
      const restore = { ...restoreOf(row), ...undo };
      expect(await act(restore, { undoes: first })).toMatchObject({ status: 'superseded', reason: 'deleted' });
      expect(await stored(anna, id)).toBeUndefined();
      await done(restore, { undoes: second });
      expect(await stored(anna, id)).toMatchObject({ amount: 100 });
    });

    it('[S74a] of a deletion is undone, whatever others had written before it', async () => {
      const { anna, ben, id, seen, done } = await annasDevice(world());
      await push(ben, 70, amount(id, seen, 300));
      const row = await stored(anna, id);
      if (!row) throw new Error('the row is not there');
      const deleted = await done(remove(id, { accountId: row.accountId, number: row.version }));
      const undone = await done({ ...restoreOf(row), ...undo }, { undoes: deleted });
      const again = await done({ ...remove(id), ...undo }, { undoes: undone });
      expect(await stored(anna, id)).toBeUndefined();
      await done({ ...restoreOf(row), ...undo }, { undoes: again });
      expect(await stored(anna, id)).toMatchObject({ amount: 300 });
    });

    it('[S74a] of a deletion is undone where somebody else had added the row, too', async () => {
      const { anna, ben, home, done } = await annasDevice(world());
      const insert = entered(home);
      const { id } = insert.row;
      await push(ben, 70, insert);
      const row = await stored(anna, id);
      if (!row) throw new Error('the row is not there');
      const deleted = await done(remove(id, { accountId: home, number: row.version }));
      const undone = await done({ ...restoreOf(row), ...undo }, { undoes: deleted });
      await done({ ...remove(id), ...undo }, { undoes: undone });
      expect(await stored(anna, id)).toBeUndefined();
    });

    it('[S67b] takes an added row back where all that others did to it was undone', async () => {
      const { anna, ben, home, act, done } = await annasDevice(world());
      const insert = entered(home);
      const { id } = insert.row;
      const action = await done(insert);
      const seenNow = async () => ({ accountId: home, number: (await stored(anna, id))?.version ?? 0 });
      const theirs = { ...edit(id, insert.row.amount, 400), seen: await seenNow() };
      const two = newId();
      await push(ben, 2, theirs, { id: two });
      const gone = { ...remove(id, await seenNow()), ...undo };
      expect(await act(gone, { undoes: action })).toMatchObject({ status: 'superseded', reason: 'newer' });
      expect(await push(ben, 1, back(theirs), { undoes: two })).toMatchObject({ status: 'applied' });
      await done({ ...remove(id, await seenNow()), ...undo }, { undoes: action });
      expect(await stored(anna, id)).toBeUndefined();
    });

    it('[S67b] leaves an added row to which the same device did something else since', async () => {
      const { anna, home, act, done } = await annasDevice(world());
      const insert = entered(home);
      const { id } = insert.row;
      const added = await done(insert);
      const changed = edit(id, insert.row.amount, 700);
      const action = await done(changed);
      const removal = { ...remove(id), ...undo };
      expect(await act(removal, { undoes: added })).toMatchObject({ status: 'superseded', reason: 'newer' });
      expect(await stored(anna, id)).toMatchObject({ amount: 700 });
      await done(back(changed), { undoes: action });
      await done(removal, { undoes: added });
      expect(await stored(anna, id)).toBeUndefined();
    });

    it('[S67l] of a move has the last word on the account, and gives back what the move took', async () => {
      const { anna, ben, id, home, shop, seen, done } = await annasDevice(world());
      await push(
        ben,
        70,
        patch(id, seen, { status: 'open', reconciliationId: null }, { status: 'cleared', reconciliationId: null }),
      );
      const row = await stored(anna, id);
      const move = patch(id, { accountId: home, number: row?.version ?? 0 }, { accountId: home }, { accountId: shop });
      const moved = await done(move);
      const undone = await done(back(move), { undoes: moved });
      expect(await stored(anna, id)).toMatchObject({ accountId: home, status: 'cleared' });
      await done({ ...move, ...undo }, { undoes: undone });
      expect(await stored(anna, id)).toMatchObject({ accountId: shop, status: 'open' });
      await done(back(move), { undoes: moved });
      expect(await stored(anna, id)).toMatchObject({ accountId: home, status: 'cleared' });
    });
  });
}
