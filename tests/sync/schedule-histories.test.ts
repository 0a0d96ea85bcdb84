/**
 * Each occurrence exactly once (S80b, S80c), whichever device comes first: random lives of two people with two devices
 * each, offline for weeks and with clocks that are wrong.
 */
import { expect, it } from 'vitest';
import { addDueOccurrences } from '#store/commands/schedules/occurrences-add-due';
import fc from '../support/random.ts';
import { HOME, SHOP } from './support/people.ts';
import { duePerCalendar, lives, ScheduledLife } from './support/schedule-history.ts';

const byId = <T extends { id: string }>(rows: readonly T[]) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));

async function expectOnce(life: ScheduledLife): Promise<void> {
  const { schedules, transactions } = life.server.state.tables;
  const rows = [...transactions.values()];
  const today = new Date(life.clock).toISOString().slice(0, 10);
  for (const schedule of schedules.values()) {
    const { description, accountId } = schedule;
    const amounts = life.amounts.get(description);
    if (!amounts) continue;
    const ofSchedule = rows.filter((row) => row.description === description && row.accountId === accountId);
    for (const date of duePerCalendar(schedule, today)) {
      const there = ofSchedule.filter((row) => row.date === date);
      const what = `${description} on ${date}`;
      const isTouched = life.touched.has(`${description} ${date}`);
      expect(isTouched ? [0, 1] : [1], what).toContain(there.length);
      expect(
        there.filter(({ amount }) => !isTouched && !amounts.has(amount)),
        what,
      ).toEqual([]);
    }
    const ahead = ofSchedule.filter(({ date }) => date > today && !life.touched.has(`${description} ${date}`));
    expect(ahead, `${description} after today`).toEqual([]);
  }
}

async function expectAlike(life: ScheduledLife): Promise<void> {
  const rows = [...life.server.state.tables.transactions.values()];
  for (const [n, { db, person }] of life.devices.entries()) {
    for (const accountId of [HOME, SHOP]) {
      expect(byId(await life.rows(n, accountId)), `device ${n}`).toEqual(
        byId(rows.filter((row) => row.accountId === accountId)),
      );
    }
    expect(byId(await db.schedules.toArray())).toEqual(byId([...life.server.state.tables.schedules.values()]));
    const actor = { userId: person.userId, email: person.userEmail };
    expect(await addDueOccurrences(db, actor, {}, new Date(life.clock))).toEqual({ added: 0, left: 0 });
    const waiting = (await db.outbox.toArray()).filter(({ state }) => state === 'pending' || state === 'in_flight');
    expect(waiting).toEqual([]);
  }
}

it('[S80b, S80c, S80j] each occurrence that nobody spoke of is there once in the end', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (acts) => {
      const life = new ScheduledLife();
      try {
        await life.begin();
        await life.live(acts);
        await life.end();
        await expectOnce(life);
        await expectAlike(life);
      } finally {
        await life.close();
      }
    }),
    { numRuns: 40 },
  );
}, 240_000);
