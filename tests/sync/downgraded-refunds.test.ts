/** A rollback to 0.2.0 with money that came back: it knows no refunds, and none of them may end by that. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readRecountState, recountNext } from '#store/ledger/recount';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { entered } from './support/contract-world.ts';
import { type Device, type DowngradedPhone, phoneOfAnna } from './support/downgraded-phone.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({});
});
afterAll(() => backend.stop());

describe('a device that goes back to v0.2.0', () => {
  let anna: DowngradedPhone['anna'];
  let remoteOfOlder: DowngradedPhone['remoteOfOlder'];
  let phone: Device;
  let home: string;
  let goBack: DowngradedPhone['goBack'];
  let goOn: DowngradedPhone['goOn'];
  beforeEach(async () => {
    ({ anna, remoteOfOlder, phone, home, goBack, goOn } = await phoneOfAnna(backend, ['Food']));
  });

  const moneyBack = () => {
    const operation = entered(home, { notes: 'Back', type: 'income', category: 'Food' });
    return { ...operation, row: { ...operation.row, refund: true } };
  };
  const bread = () => anna.entry(home, { notes: 'Bread', category: 'Food' });
  /** What a recount of everything has to put right. */
  const repairs = async ({ db }: Device) => {
    const tomorrow = new Date(Date.now() + 2 * 86_400_000);
    while ((await recountNext(db, tomorrow)) === 'more');
    return (await readRecountState(db)).repairs;
  };
  const refunds = async (device: Device) =>
    (await device.rows(`account:${home}`)).map(({ notes, refund }) => [notes, refund === true]).sort();
  const onServer = async () => {
    const rows = await backend.sql`
      select notes, refund from public.transactions where account_id = ${home} order by notes`;
    return rows.map(({ notes, refund }) => [notes, refund]);
  };

  it('sends the refunds that wait as refunds, also after it has made an entry beside them', async () => {
    await phone.commit([moneyBack()]);
    const before = goBack();
    await before.commit([bread()]);
    await before.sync(remoteOfOlder);
    await before.sync(remoteOfOlder);
    expect(await before.db.outbox.count()).toBe(0);
    expect(await onServer()).toEqual([
      ['Back', true],
      ['Bread', false],
    ]);
    const back = goOn(before);
    await back.sync(anna.remote);
    expect(await refunds(back)).toEqual(await onServer());
  });

  it('[S43g] shows the refunds of the server as refunds after the upgrade, although it wrote their page', async () => {
    await phone.commit([moneyBack()]);
    await phone.sync(anna.remote);
    const before = goBack();
    await before.commit([bread()]);
    await before.sync(remoteOfOlder);
    await before.sync(remoteOfOlder);
    const back = goOn(before);
    await back.sync(anna.remote);
    expect(await onServer()).toEqual([
      ['Back', true],
      ['Bread', false],
    ]);
    expect(await refunds(back)).toEqual(await onServer());
    // What came back is taken off the expenses.
    expect(await back.db.sums.get(`account:${home}`)).toMatchObject({ income: 0, expense: 0 });
    expect(await readRecountState(back.db)).toMatchObject({ last: null, finishedAt: null });
    expect(await repairs(back)).toEqual([]);
  });

  it('[S43g] leaves sums that are right after the upgrade, where it has deleted a refund', async () => {
    await phone.commit([moneyBack()]);
    await phone.sync(anna.remote);
    const before = goBack();
    const rows = await before.rows(`account:${home}`);
    await before.commit(
      rows.map(({ id }) => ({ kind: 'delete', table: 'transactions', id })),
      rows,
    );
    await before.sync(remoteOfOlder);
    await before.sync(remoteOfOlder);
    const back = goOn(before);
    await back.sync(anna.remote);
    expect(await repairs(back)).toEqual([]);
    expect(await back.db.sums.get(`account:${home}`)).toMatchObject({ income: 0, expense: 0, balance: 0, count: 0 });
  });
});
