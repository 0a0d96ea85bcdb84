// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shiftDays, today } from '#domain/dates/dates';
import type { ScheduleFields } from '#domain/schedules/check-schedule';
import { createAccount } from '#store/commands/accounts/account-create';
import { addSchedule } from '#store/commands/schedules/schedule-add';
import { deleteSchedule } from '#store/commands/schedules/schedule-delete';
import type { Database } from '#store/database/database';
import { writeSyncState } from '#store/database/sync-state';
import { newestTransactions } from '#store/queries/rows/transactions';
import { ACTOR, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import KeepGoing from './keep-going.tsx';

let shown: Screen;
let badge: number[];
const online = vi.spyOn(navigator, 'onLine', 'get');

beforeEach(() => {
  badge = [];
  const show = async (count: number) => void badge.push(count);
  Object.assign(navigator, { setAppBadge: show, clearAppBadge: () => show(0) });
});
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'setAppBadge');
  Reflect.deleteProperty(navigator, 'clearAppBadge');
  online.mockReset();
  await shown.close();
});

const TODAY = today(new Date());
const START = '2020-01-01T00:00:00.000Z';

async function schedule(db: Database, over: Partial<ScheduleFields> = {}): Promise<string> {
  const [known] = await db.accounts.toArray();
  const made = known ? { ok: true as const, id: known.id } : await createAccount(db, ACTOR, { name: 'Personal' });
  if (!made.ok) throw new Error('no account');
  const entry = { type: 'expense', amount: 900, refund: false, category: 'Housing', lines: null } as const;
  const timing = { rhythm: 'day 1', weekend: 'as_is', startDate: shiftDays(TODAY, -2), endDate: null } as const;
  const rest = { description: 'Rent', notes: '', count: null, mode: 'add', amountMatch: 'near' } as const;
  await addSchedule(db, ACTOR, { accountId: made.id, ...entry, ...timing, ...rest, ...over });
  return made.id;
}

const rows = async (accountId: string) => newestTransactions(shown.db, accountId, 1000);
const datesIn = async (accountId: string) => (await rows(accountId)).map(({ date }) => date);

it('adds what is due when the device is offline, and once', async () => {
  online.mockReturnValue(false);
  let accountId = '';
  shown = await showSignedIn(<KeepGoing pageStart={START} />, async (db) => {
    accountId = await schedule(db);
  });
  const due = [TODAY, shiftDays(TODAY, -1), shiftDays(TODAY, -2)];
  await waitFor(async () => expect(await datesIn(accountId)).toEqual(due));
  await act(async () => {
    await schedule(shown.db, { description: 'Rent of the garage', startDate: TODAY });
  });
  await waitFor(async () => expect(await rows(accountId)).toHaveLength(4));
});

it('waits for what others have added: for the first pull since the page started', async () => {
  online.mockReturnValue(true);
  let accountId = '';
  const pageStart = new Date().toISOString();
  shown = await showSignedIn(<KeepGoing pageStart={pageStart} />, async (db) => {
    accountId = await schedule(db);
    await writeSyncState(db, { phase: 'syncing', lastSyncedAt: START });
  });
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(await rows(accountId)).toEqual([]);
  await act(() => writeSyncState(shown.db, { phase: 'idle', lastSyncedAt: new Date().toISOString() }));
  await waitFor(async () => expect(await rows(accountId)).toHaveLength(3));
});

it('does not add more than 500 without a question', async () => {
  online.mockReturnValue(false);
  let accountId = '';
  shown = await showSignedIn(<KeepGoing pageStart={START} />, async (db) => {
    accountId = await schedule(db, { startDate: shiftDays(TODAY, -600) });
  });
  await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(await rows(accountId)).toEqual([]);
});

it('shows on the icon how many reminders are due, and nothing when none is left', async () => {
  online.mockReturnValue(false);
  shown = await showSignedIn(<KeepGoing pageStart={START} />, async (db) => {
    await schedule(db, { mode: 'remind' });
  });
  await waitFor(() => expect(badge.at(-1)).toBe(3));
  await act(async () => {
    for (const one of await shown.db.schedules.toArray()) {
      await deleteSchedule(shown.db, ACTOR, { schedule: one, other: null });
    }
  });
  await waitFor(() => expect(badge.at(-1)).toBe(0));
});
