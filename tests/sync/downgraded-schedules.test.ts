/** A rollback to 0.2.0 while entries about schedules wait: it goes on with all others, and today's app with these. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import type { ScheduleFields } from '#domain/schedules/check-schedule';
import { retryEntry } from '#store/commands/entries/entry-retry';
import { skipOccurrence } from '#store/commands/schedules/occurrence-skip';
import { addDueOccurrences } from '#store/commands/schedules/occurrences-add-due';
import { addSchedule } from '#store/commands/schedules/schedule-add';
import { readOpenOccurrences } from '#store/queries/schedules/open-occurrences';
import { RENT } from '../../src/store/commands/schedules/schedules.fixture.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { type Device, type DowngradedPhone, phoneOfAnna } from './support/downgraded-phone.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({});
});
afterAll(() => backend.stop());

const NOW = new Date();
const dayAfter = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString().slice(0, 10);

const waiting = async ({ db }: Device) =>
  (await db.outbox.toArray()).map(({ state, operations: [one] }) => [
    state,
    one?.kind === 'call' ? one.name : one?.kind,
  ]);

describe('a device that goes back to v0.2.0', () => {
  let anna: DowngradedPhone['anna'];
  let remoteOfOlder: DowngradedPhone['remoteOfOlder'];
  let phone: Device;
  let home: string;
  let goBack: DowngradedPhone['goBack'];
  let goOn: DowngradedPhone['goOn'];
  beforeEach(async () => {
    ({ anna, remoteOfOlder, phone, home, goBack, goOn } = await phoneOfAnna(backend, ['Food', 'Meals']));
  });

  const actor = () => ({ userId: anna.person.userId, email: anna.person.userEmail });
  const daily = (): ScheduleFields => ({
    ...RENT,
    accountId: home,
    category: 'Food',
    rhythm: 'day 1',
    startDate: dayAfter(0),
  });
  const rowsOf = async (device: Device) =>
    (await device.rows(`account:${home}`)).map(({ category }) => category).sort();
  const rename = (from: string, to: string): Operation => ({
    kind: 'call',
    name: 'category.rename',
    arguments: { type: 'expense', from, to, accountId: home },
  });

  it('sends all that is not about schedules, and today’s app sends the rest when the user tries again', async () => {
    const due = await addSchedule(phone.db, actor(), daily(), {}, NOW);
    await addDueOccurrences(phone.db, actor(), {}, NOW);
    const [next] = await readOpenOccurrences(phone.db, dayAfter(3));
    if (next) await skipOccurrence(phone.db, actor(), next, NOW);
    await phone.commit([anna.entry(home, { category: 'Food' })]);
    const older = goBack();
    await older.commit([anna.entry(home, { category: 'Meals' })]);
    await older.sync(remoteOfOlder);
    await older.sync(remoteOfOlder);
    expect(await waiting(older)).toEqual([
      ['rejected', 'schedule.insert'],
      ['rejected', 'insert'],
      ['rejected', 'occurrence.skip'],
    ]);
    expect(await rowsOf(older)).toEqual(['Food', 'Meals']);
    const back = goOn(older);
    await back.sync(anna.remote);
    for (const { id } of await back.db.outbox.toArray())
      expect(await retryEntry(back.db, id, NOW)).toEqual({ ok: true });
    await back.sync(anna.remote);
    await back.sync(anna.remote);
    expect(await waiting(back)).toEqual([]);
    expect(await back.db.schedules.toArray()).toMatchObject([{ id: due.ok && due.id, userId: anna.person.userId }]);
    expect(await rowsOf(back)).toEqual(['Food', 'Food', 'Meals']);
    expect((await readOpenOccurrences(back.db, dayAfter(3))).map(({ date }) => date)).not.toContain(next?.date);
    expect(await back.db.scheduleBases.count()).toBe(0);
  });

  it.each<[string, (id: string, version: number) => Operation]>([
    [
      'an edit',
      (id, number) => {
        const seen = { accountId: home, number };
        const text = { before: { description: 'Rent' }, after: { description: 'Flat' } };
        return { kind: 'patch', table: 'schedules', id, seen, ...text };
      },
    ],
    ['a deletion', (id) => ({ kind: 'delete', table: 'schedules', id })],
  ])('is not stopped by %s of a schedule, also beneath a rename that reaches everything', async (_what, operation) => {
    await addSchedule(phone.db, actor(), daily(), {}, NOW);
    await phone.sync(anna.remote);
    const [schedule] = await phone.db.schedules.toArray();
    await phone.commit([operation(schedule?.id ?? '', schedule?.version ?? 0)]);
    await phone.commit([anna.entry(home, { category: 'Food' })]);
    await phone.commit([rename('Food', 'Lunch')]);
    const older = goBack();
    await older.pull(remoteOfOlder);
    await older.sync(remoteOfOlder);
    await older.sync(remoteOfOlder);
    expect((await waiting(older)).map(([state]) => state)).toEqual(['rejected']);
    expect(await rowsOf(older)).toEqual(['Lunch']);
    const back = goOn(older);
    await back.sync(anna.remote);
    const [entry] = await back.db.outbox.toArray();
    expect(await retryEntry(back.db, entry?.id ?? '', NOW)).toEqual({ ok: true });
    await back.sync(anna.remote);
    expect(await waiting(back)).toEqual([]);
    expect((await back.db.schedules.toArray()).map(({ description }) => description)).toEqual(
      operation('', 0).kind === 'delete' ? [] : ['Flat'],
    );
  });

  it('leaves the schedules that were sent, and knows after the upgrade what became of them meanwhile', async () => {
    await addSchedule(phone.db, actor(), daily(), {}, NOW);
    await addDueOccurrences(phone.db, actor(), {}, NOW);
    await phone.sync(anna.remote);
    const older = goBack();
    const rows = await older.rows(`account:${home}`);
    await older.commit(
      rows.map(({ id }) => ({ kind: 'delete', table: 'transactions', id })),
      rows,
    );
    await older.sync(remoteOfOlder);
    const laptop = anna.device();
    await laptop.sync(anna.remote);
    const [schedule] = await laptop.db.schedules.toArray();
    const seen = { accountId: home, number: schedule?.version ?? 0 };
    const edit = { before: { description: 'Rent' }, after: { description: 'Flat' } };
    await laptop.commit([{ kind: 'patch', table: 'schedules', id: schedule?.id ?? '', seen, ...edit }]);
    await laptop.sync(anna.remote);
    await older.sync(remoteOfOlder);
    const back = goOn(older);
    await back.sync(anna.remote);
    expect(await back.db.schedules.toArray()).toMatchObject([{ description: 'Flat' }]);
    expect(await addDueOccurrences(back.db, actor(), {}, NOW)).toEqual({ added: 0, left: 0 });
  });
});
