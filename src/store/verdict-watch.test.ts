import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { commitIntent } from './intents.ts';
import { ANNA, insertTransaction, transactionRow } from './rows.fixture.ts';
import { writeSyncState } from './sync-state.ts';
import { whenDecided } from './verdict-watch.ts';

let db: Database;
let mutationId: string;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  mutationId = await commitIntent(db, [insertTransaction(transactionRow(1))], { ...ANNA, now: new Date() });
});
afterEach(() => db.delete());

const entry = () => db.outbox.where('id').equals(mutationId);

it('an entry is decided when it has a verdict, whatever it says', async () => {
  const decided = whenDecided(db, mutationId);
  await entry().modify({ state: 'in_flight' });
  await entry().modify({ state: 'rejected' });
  expect(await decided).toBe('decided');
});

it('an entry that has gone was applied', async () => {
  const decided = whenDecided(db, mutationId);
  await entry().delete();
  expect(await decided).toBe('decided');
});

it('an entry waits as soon as there is no connection', async () => {
  const waits = whenDecided(db, mutationId);
  await writeSyncState(db, { phase: 'offline' });
  expect(await waits).toBe('waits');
});
