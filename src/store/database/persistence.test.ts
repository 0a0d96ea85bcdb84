import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commitMutation } from '../optimistic/mutations.ts';
import { type Database, openDatabase } from './database.ts';
import { askForPersistence, isTimeToAsk, type Persistence, readPersistence } from './persistence.ts';
import { ANNA, accountRow, insertTransaction, transactionRow } from './rows.fixture.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

/** A browser that gives these answers, in order. */
function browser(...answers: boolean[]) {
  const asked = { times: 0 };
  const persist = async () => answers[asked.times++] ?? false;
  return { asked, persist };
}

/** Resolves with the next answer that screens would see. */
function nextAnswer(): Promise<Persistence> {
  return new Promise((resolve) => {
    const subscription = liveQuery(() => readPersistence(db)).subscribe((answer) => {
      if (answer === null) return;
      subscription.unsubscribe();
      resolve(answer);
    });
  });
}

it('the first entry asks the browser to keep the data, and screens can read the answer', async () => {
  expect(await readPersistence(db)).toBeNull();
  await commitMutation(db, [insertTransaction(transactionRow(1))], { ...ANNA, now: new Date() });
  expect(await nextAnswer()).toBe('unsupported');
});

it('a browser that denied is asked again, and one that granted is not', async () => {
  const one = browser(false, true);
  await askForPersistence(db, one);
  expect(await readPersistence(db)).toBe('denied');
  await askForPersistence(db, one);
  expect(await readPersistence(db)).toBe('granted');
  await askForPersistence(db, one);
  expect(one.asked.times).toBe(2);
});

it('a browser that fails to ask makes no promise', async () => {
  const persist = () => Promise.reject(new DOMException('', 'TypeError'));
  await askForPersistence(db, { persist });
  expect(await readPersistence(db)).toBe('unsupported');
});

it('the app asks at the first entry and then ever more rarely', () => {
  const times = Array.from({ length: 1000 }, (_, n) => n + 1).filter(isTimeToAsk);
  expect(times).toEqual([1, 10, 100, 1000]);
});
