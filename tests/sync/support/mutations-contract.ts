/** Mutations that come again, and ids that are used twice. */
import { expect, it } from 'vitest';
import { editEntry } from '#store/commands/entries/entry-edit';
import { annaAtHome, type ContractWorld, entered, expectLikeAFreshDevice, mutation } from './contract-world.ts';
import { erase } from './people.ts';

export function mutationsContract(world: () => ContractWorld): void {
  it('[G2] a mutation that comes again gets the same verdict and has one effect', async () => {
    const { anna, home, scope, phone } = await annaAtHome(world());
    const { userId } = anna.person;
    const insert = mutation(entered(home));
    const first = await anna.remote.push(userId, [insert]);
    const again = await anna.remote.push(userId, [insert, insert]);
    expect(first.verdicts).toMatchObject([
      { id: insert.id, status: 'applied', versions: { [home]: expect.any(Number) } },
    ]);
    expect(again.verdicts).toEqual([...first.verdicts, ...first.verdicts]);
    await phone.sync(anna.remote);
    expect(await expectLikeAFreshDevice(anna, scope, phone)).toHaveLength(1);
  });

  it('a mutation under the id of another one is refused', async () => {
    const { anna, home } = await annaAtHome(world());
    const insert = mutation(entered(home));
    await anna.remote.push(anna.person.userId, [insert]);
    const other = { ...insert, operations: [entered(home)] };
    const { verdicts } = await anna.remote.push(anna.person.userId, [other]);
    expect(verdicts).toMatchObject([{ status: 'rejected', reason: 'payload_mismatch' }]);
  });

  it('a row that is inserted twice stands once, and other content under its id is refused', async () => {
    const { anna, home } = await annaAtHome(world());
    const { userId } = anna.person;
    const insert = entered(home);
    const different = { ...insert, row: { ...insert.row, amount: 7 } };
    const { verdicts } = await anna.remote.push(userId, [mutation(insert), mutation(insert), mutation(different)]);
    expect(verdicts).toMatchObject([
      { status: 'applied' },
      { status: 'applied' },
      { status: 'rejected', reason: 'duplicate' },
    ]);
  });

  it('an insert under the id of a deleted row is refused, and its entry goes under another id', async () => {
    const { anna, home, scope, phone } = await annaAtHome(world());
    const { anna: carl, home: carls, scope: carlsScope, phone: tablet } = await annaAtHome(world());
    const insert = entered(home);
    await phone.commit([insert]);
    await phone.sync(anna.remote);
    const [row] = await phone.rows(scope);
    if (!row) throw new Error('the row did not arrive');
    await phone.commit([erase(row)], [row]);
    await phone.sync(anna.remote);
    const reused = entered(carls, { amount: 321 });
    const id = await tablet.commit([{ ...reused, row: { ...reused.row, id: row.id } }]);
    const other = await tablet.commit([entered(carls, { amount: 5 })]);
    await tablet.sync(carl.remote);
    expect(await tablet.db.outbox.get({ id: other })).toBeUndefined();
    expect(await tablet.db.outbox.get({ id })).toMatchObject({
      state: 'rejected',
      verdict: { reason: 'duplicate' },
      operations: [{ kind: 'insert', row: { id: row.id, accountId: carls, amount: 321 } }],
    });
    const actor = { userId: carl.person.userId, email: carl.person.userEmail };
    const edited = await editEntry(tablet.db, actor, { mutationId: id, fields: {} }, new Date(tablet.now()));
    expect(edited).toMatchObject({ ok: true });
    await tablet.sync(carl.remote);
    expect((await tablet.rows(carlsScope)).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([5, 321]);
    await expectLikeAFreshDevice(carl, carlsScope, tablet);
  });
}
