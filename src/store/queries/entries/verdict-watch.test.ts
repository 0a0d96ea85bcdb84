import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../database/database.ts';
import { ANNA, insertTransaction, transactionRow } from '../../database/rows.fixture.ts';
import { writeSyncState } from '../../database/sync-state.ts';
import { commitMutation } from '../../optimistic/mutations.ts';
import { whenDecided } from './verdict-watch.ts';

let db: Database;
let mutationId: string;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  mutationId = await commitMutation(db, [insertTransaction(transactionRow(1))], { ...ANNA, now: new Date() });
});
afterEach(() => db.delete());

const entry = () => db.outbox.where('id').equals(mutationId);

it('an entry is decided when it has any verdict', async () => {
  const decided = whenDecided(db, mutationId);
  await entry().modify({ state: 'in_flight' });
  await entry().modify({ state: 'rejected' });
  expect(await decided).toBe('decided');
});

it('an entry that left the outbox was applied', async () => {
  const decided = whenDecided(db, mutationId);
  await entry().delete();
  expect(await decided).toBe('decided');
});

it('an entry waits as soon as there is no connection', async () => {
  const waits = whenDecided(db, mutationId);
  await writeSyncState(db, { phase: 'offline' });
  expect(await waits).toBe('waits');
});
