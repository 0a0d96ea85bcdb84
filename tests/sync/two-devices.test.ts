import { describe, expect, it } from 'vitest';
import { change, enter, erase, idOf } from './support/people.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

describe('two devices of one person', () => {
  it('[G3, G7] two devices show the same rows and balance after both have synced', async () => {
    const { remote, phone, laptop } = await annaWithTwoDevices();
    await phone.commit([enter(1, { amount: 250 })]);
    await laptop.commit([enter(2, { amount: 1000, type: 'income', date: '2025-12-31' })]);
    await phone.sync(remote);
    await laptop.sync(remote);
    await phone.sync(remote);
    expect((await phone.rows(SCOPE)).map((row) => row.id)).toEqual([idOf(1), idOf(2)]);
    expect(await phone.rows(SCOPE)).toEqual(await laptop.rows(SCOPE));
    expect(await phone.balance(SCOPE)).toBe(750);
    expect(await laptop.balance(SCOPE)).toBe(750);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.db.bases.count()).toBe(0);
  });

  it('[G5] edits of different fields of one row both stay', async () => {
    const { remote, phone, laptop } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    await laptop.sync(remote);
    const [onPhone] = await phone.rows(SCOPE);
    const [onLaptop] = await laptop.rows(SCOPE);
    if (!onPhone || !onLaptop) throw new Error('the row did not arrive');
    await phone.commit([change(onPhone, { category: 'Home' })], [onPhone]);
    await laptop.commit([change(onLaptop, { date: '2026-02-01' })], [onLaptop]);
    await phone.sync(remote);
    await laptop.sync(remote);
    await phone.sync(remote);
    expect(await phone.rows(SCOPE)).toMatchObject([{ category: 'Home', date: '2026-02-01' }]);
    expect(await laptop.rows(SCOPE)).toEqual(await phone.rows(SCOPE));
  });

  it('[G1, G5] the later edit of a field stands, and the other device says what stands instead', async () => {
    const { remote, phone, laptop } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    await laptop.sync(remote);
    const [row] = await phone.rows(SCOPE);
    if (!row) throw new Error('the row did not arrive');
    await phone.commit([change(row, { notes: 'early', description: 'early' })], [row]);
    await laptop.commit([change(row, { notes: 'late', description: 'late' })], [row]);
    await laptop.sync(remote);
    await phone.sync(remote);
    expect(await phone.rows(SCOPE)).toMatchObject([{ notes: 'late', description: 'late' }]);
    expect(await phone.db.outbox.toArray()).toMatchObject([
      { state: 'superseded', verdict: { reason: 'newer', kept: { notes: 'late', description: 'late' } } },
    ]);
  });

  it('[G1] a delete wins over a concurrent edit, and the entry of the edit keeps its content', async () => {
    const { remote, phone, laptop } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    await laptop.sync(remote);
    const [row] = await phone.rows(SCOPE);
    if (!row) throw new Error('the row did not arrive');
    await laptop.commit([change(row, { amount: 999, type: 'expense' })], [row]);
    await phone.commit([erase(row)], [row]);
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await laptop.rows(SCOPE)).toEqual([]);
    expect(await laptop.db.outbox.toArray()).toMatchObject([
      { state: 'superseded', verdict: { reason: 'deleted' }, content: [{ row: { amount: 999 } }] },
    ]);
  });

  it('[G2] a thousand entries made offline reach the other device, each exactly once', async () => {
    const { remote, phone, laptop, server } = await annaWithTwoDevices();
    for (let number = 0; number < 1000; number++) {
      const month = (number % 12) + 1;
      await phone.commit([enter(number, { amount: number + 1, date: `2025-${month.toString().padStart(2, '0')}-15` })]);
    }
    const before = await phone.balance(SCOPE);
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await laptop.rows(SCOPE)).toHaveLength(1000);
    expect(await laptop.rows(SCOPE)).toEqual(await phone.rows(SCOPE));
    expect(await laptop.balance(SCOPE)).toBe(before);
    expect(server.state.tables.transactions.size).toBe(1000);
    expect(await phone.db.outbox.count()).toBe(0);
  });
});
