import { describe, expect, it } from 'vitest';
import { change, enter, erase, idOf } from './people.ts';
import { annaWithTwoDevices, SCOPE } from './world-of-two.ts';

describe('two devices of one person', () => {
  it('show the same rows and balance after both have synced (G3, G7)', async () => {
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

  it('keep edits of different fields of one row (G5)', async () => {
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

  it('let the later edit of one field stand, and tell the other side what stands instead (G1, G5)', async () => {
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

  it('let a delete win over a concurrent edit and keep what the editor had (G1)', async () => {
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

  it('reach each other with a thousand entries made offline, each exactly once (G2)', async () => {
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
