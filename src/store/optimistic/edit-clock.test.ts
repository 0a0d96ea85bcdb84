import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { ANNA } from '../database/rows.fixture.ts';
import { writeSyncState } from '../database/sync-state.ts';
import { writeUnreadable } from '../database/unreadable.ts';
import { keepTimeOfEdit, readClock, writeServerTime } from './edit-clock.ts';

const TOLD = '2026-03-10T12:00:00.000Z';
const EDITED = '2026-03-10T12:00:05.000Z';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.delete();
});

it('the clock of a device that never synced knows nothing', async () => {
  expect(await readClock(db)).toEqual({
    offsetMs: 0,
    isKnown: false,
    reported: null,
    lastEdit: null,
    isOutOfOrder: false,
  });
});

it('each value of the clock is found, also beside others', async () => {
  await writeSyncState(db, { offsetMs: 70 });
  await writeServerTime(db, TOLD);
  await keepTimeOfEdit(db, { at: EDITED, isEarlier: true });
  await db.meta.bulkPut(['a', 'line', 'unreadable'].map((key) => ({ key, value: TOLD })));
  expect(await readClock(db)).toEqual({
    offsetMs: 70,
    isKnown: true,
    reported: TOLD,
    lastEdit: EDITED,
    isOutOfOrder: true,
  });
});

it('the clock is read with one request, and without the rows that this version cannot read', async () => {
  await writeUnreadable(db, { rows: [{ scope: null, table: 'accounts', id: null, raw: {} }], scopes: [] });
  const gets = vi.spyOn(IDBObjectStore.prototype, 'get');
  const getAlls = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  await readClock(db);
  expect(gets).not.toHaveBeenCalled();
  expect(getAlls.mock.results).toMatchObject([{ value: { result: [] } }]);
});
