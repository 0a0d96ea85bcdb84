import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { enter, patch, stored } from './household.ts';
import { editedAgo, join, makePerson, mutation, openAccount, type Person, transaction } from './people.ts';

let database: TestDatabase;
let ada: Person;
let ben: Person;
let household: string;

beforeAll(async () => {
  database = await startDatabase();
  [ada, ben] = await Promise.all([makePerson(database, 'ada'), makePerson(database, 'ben')]);
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  household = await openAccount(ada);
  await join(ada, ben, 'admin', household);
});

describe('two people edit one transaction', () => {
  test('different fields both survive', async () => {
    const id = await enter(ada, household, { amount: 1000, description: 'Lunch' });
    const seen = (await stored(database, id))?.version;
    await ada.push(patch(id, seen, { amount: 1000, type: 'expense' }, { amount: 1100, type: 'expense' }));
    const verdict = await ben.push(
      patch(id, seen, { description: 'Lunch', notes: '' }, { description: 'Dinner', notes: 'late' }),
    );
    expect(verdict.status).toBe('applied');
    expect(await stored(database, id)).toMatchObject({
      amount: 1100,
      description: 'Dinner',
      notes: 'late',
      contributor: ada.email,
    });
  });

  test('of the same field the later edit wins, however late the earlier one arrives', async () => {
    const id = await enter(ada, household, { amount: 1000 });
    const seen = (await stored(database, id))?.version;
    await ada.pushAll([
      editedAgo(10, patch(id, seen, { amount: 1000, type: 'expense' }, { amount: 1100, type: 'expense' })),
    ]);
    const { verdicts } = await ben.pushAll([
      editedAgo(60, patch(id, seen, { amount: 1000, type: 'expense' }, { amount: 1200, type: 'income' })),
    ]);
    expect(verdicts).toMatchObject([
      { status: 'superseded', reason: 'newer', kept: { amount: 1100, type: 'expense' }, by: ada.email },
    ]);
    expect(await stored(database, id)).toMatchObject({ amount: 1100, type: 'debit' });
  });

  test('a later edit made without having seen the earlier one wins', async () => {
    const id = await enter(ada, household, { amount: 1000 });
    const seen = (await stored(database, id))?.version;
    await ada.pushAll([editedAgo(60, patch(id, seen, { amount: 1000 }, { amount: 1100 }))]);
    const { verdicts } = await ben.pushAll([editedAgo(10, patch(id, seen, { amount: 1000 }, { amount: 1200 }))]);
    expect(verdicts[0]?.status).toBe('applied');
    expect(await stored(database, id)).toMatchObject({ amount: 1200 });
  });

  test('amount and type are one group: an edit loses both or none', async () => {
    const id = await enter(ada, household, { amount: 1000, type: 'expense' });
    const seen = (await stored(database, id))?.version;
    await ada.pushAll([
      editedAgo(10, patch(id, seen, { amount: 1000, type: 'expense' }, { amount: 1000, type: 'income' })),
    ]);
    await ben.pushAll([
      editedAgo(60, patch(id, seen, { amount: 1000, type: 'expense' }, { amount: 1200, type: 'expense' })),
    ]);
    expect(await stored(database, id)).toMatchObject({ amount: 1000, type: 'credit' });
  });

  test('fields that lost are named, and the others are applied', async () => {
    const id = await enter(ada, household, { amount: 1000, date: '2026-11-02' });
    const seen = (await stored(database, id))?.version;
    await ada.pushAll([editedAgo(10, patch(id, seen, { amount: 1000 }, { amount: 1100 }))]);
    const { verdicts } = await ben.pushAll([
      editedAgo(60, patch(id, seen, { amount: 1000, date: '2026-11-02' }, { amount: 1200, date: '2026-11-05' })),
    ]);
    expect(verdicts).toMatchObject([{ status: 'superseded', kept: { amount: 1100 } }]);
    expect(verdicts[0]).not.toHaveProperty('kept.date');
    expect(await stored(database, id)).toMatchObject({ amount: 1100, date: '2026-11-05' });
  });

  test('a change there and back is a change: an edit from before it loses to the same value', async () => {
    const id = await enter(ada, household, { amount: 1000 });
    const seen = (await stored(database, id))?.version;
    await ada.pushAll([
      editedAgo(20, patch(id, seen, { amount: 1000 }, { amount: 1100 })),
      editedAgo(10, patch(id, seen + 1, { amount: 1100 }, { amount: 1000 })),
    ]);
    const { verdicts } = await ben.pushAll([editedAgo(60, patch(id, seen, { amount: 1000 }, { amount: 1200 }))]);
    expect(verdicts[0]).toMatchObject({ status: 'superseded', kept: { amount: 1000 } });
  });

  test('a slow clock loses nothing when its user saw the newest state', async () => {
    const id = await enter(ada, household, { amount: 1000 });
    await ada.push(patch(id, (await stored(database, id))?.version, { amount: 1000 }, { amount: 1100 }));
    const { verdicts } = await ben.pushAll([
      editedAgo(3600, patch(id, (await stored(database, id))?.version, { amount: 1100 }, { amount: 1200 })),
    ]);
    expect(verdicts[0]?.status).toBe('applied');
    expect(await stored(database, id)).toMatchObject({ amount: 1200 });
  });

  test('a clock that is a year ahead counts as now, so the next edit still wins', async () => {
    const id = await enter(ada, household, { amount: 1000 });
    const seen = (await stored(database, id))?.version;
    await ada.pushAll([editedAgo(-31_536_000, patch(id, seen, { amount: 1000 }, { amount: 1100 }))]);
    const { verdicts } = await ben.pushAll([editedAgo(-60, patch(id, seen, { amount: 1000 }, { amount: 1200 }))]);
    expect(verdicts[0]?.status).toBe('applied');
  });

  test('a tie of the clocks goes to one side, whichever arrives first', async () => {
    const winner = ada.id > ben.id ? 1100 : 1200;
    const at = new Date(Date.now() - 5000).toISOString();
    for (const order of [[ada, ben] as const, [ben, ada] as const]) {
      const id = await enter(ada, household, { amount: 1000 });
      const seen = (await stored(database, id))?.version;
      for (const person of order) {
        const edit = patch(id, seen, { amount: 1000 }, { amount: person === ada ? 1100 : 1200 });
        await person.pushAll([{ ...mutation(edit), editedAt: at }]);
      }
      expect(await stored(database, id)).toMatchObject({ amount: winner });
    }
  });

  test('the same edit by both is applied for both and takes one number', async () => {
    const id = await enter(ada, household, { amount: 1000 });
    const seen = (await stored(database, id))?.version;
    const first = await ada.push(patch(id, seen, { amount: 1000 }, { amount: 1100 }));
    const second = await ben.push(patch(id, seen, { amount: 1000 }, { amount: 1100 }));
    expect(second).toEqual({ ...first, id: second.id });
  });
});

describe('who may not edit', () => {
  test('is refused and raises no clock, even when the edit repeats the stored values', async () => {
    const dee = await makePerson(database, 'dee');
    await join(ada, dee, 'viewer', household);
    const id = await enter(ada, household, { amount: 1100 });
    const clocks = () => database.sql`select field_clocks from transactions where transaction_id = ${id}`;
    const before = await clocks();
    const verdict = await dee.push(patch(id, 0, { amount: 1000 }, { amount: 1100 }));
    expect(verdict).toMatchObject({ status: 'rejected', reason: 'forbidden' });
    expect(await clocks()).toEqual(before);
  });
});

describe('deleting and restoring', () => {
  test('a delete wins over an earlier edit, and the editor learns who deleted', async () => {
    const id = await enter(ada, household);
    await ben.push({ kind: 'delete', table: 'transactions', id });
    const { verdicts } = await ada.pushAll([editedAgo(10, patch(id, 1, { amount: 1250 }, { amount: 9 }))]);
    expect(verdicts).toMatchObject([{ status: 'superseded', reason: 'deleted', by: ben.email }]);
  });

  test('deleting an already deleted transaction is applied', async () => {
    const id = await enter(ada, household);
    await ben.push({ kind: 'delete', table: 'transactions', id });
    expect(await ada.push({ kind: 'delete', table: 'transactions', id })).toMatchObject({ status: 'applied' });
  });

  test('a restored transaction has its old contributor', async () => {
    const row = transaction(household);
    await ada.push({ kind: 'insert', table: 'transactions', row });
    await ben.push({ kind: 'delete', table: 'transactions', id: row.id });
    expect(await ben.push({ kind: 'restore', table: 'transactions', row })).toMatchObject({ status: 'applied' });
    expect(await stored(database, row.id)).toMatchObject({ contributor: ada.email, amount: 1250 });
  });

  test('a member does not restore in the name of somebody else', async () => {
    const cy = await makePerson(database, 'cy');
    await join(ada, cy, 'member', household);
    const row = transaction(household);
    await ada.push({ kind: 'insert', table: 'transactions', row });
    await ada.push({ kind: 'delete', table: 'transactions', id: row.id });
    expect(await cy.push({ kind: 'restore', table: 'transactions', row })).toMatchObject({ reason: 'forbidden' });
  });
});
