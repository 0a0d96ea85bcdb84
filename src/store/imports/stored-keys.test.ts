import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { ACCOUNT, ANNA, idOf, OTHER_ACCOUNT } from '../database/rows.fixture.ts';
import { type KnownKey, PART_LIMIT, putKeys, readStoredKeys } from './stored-keys.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
});
afterEach(() => db.delete());

const known = (n: number, importId: string, fate: KnownKey['fate'] = 'here'): KnownKey => ({
  key: n.toString(16).padStart(40, '0'),
  importId,
  rowId: null,
  fate,
  made: n,
});
const some = (from: number, count: number, importId = idOf(1)) =>
  Array.from({ length: count }, (_, n) => known(from + n, importId));

/** How many keys each record has. */
const lengths = async () => (await db.importKeys.toArray()).map(({ keys }) => keys.length);

/** How many keys stand in records that `act` writes. */
async function writtenBy(act: () => Promise<void>): Promise<number> {
  const text = async () =>
    new Map(
      (await db.importKeys.toArray()).map((one) => [`${one.accountId} ${one.importId}`, JSON.stringify(one.keys)]),
    );
  const before = await text();
  await act();
  const changed = [...(await text())].filter(([name, keys]) => before.get(name) !== keys);
  return changed.reduce((sum, [, keys]) => sum + JSON.parse(keys).length, 0);
}

it('the keys of a large import come in without writing all of them anew each time', async () => {
  for (let from = 0; from < 5 * PART_LIMIT; from += 500) await putKeys(db, ACCOUNT, some(from, 500));
  expect(await lengths()).toEqual([PART_LIMIT, PART_LIMIT, PART_LIMIT, PART_LIMIT, PART_LIMIT]);
  expect(await writtenBy(() => putKeys(db, ACCOUNT, some(5 * PART_LIMIT, 500)))).toBe(500);
  expect(await writtenBy(() => putKeys(db, ACCOUNT, [known(3, idOf(1), 'deleted')]))).toBe(501);
  expect(await writtenBy(() => putKeys(db, OTHER_ACCOUNT, some(0, 3 * PART_LIMIT)))).toBe(3 * PART_LIMIT);
  expect((await readStoredKeys(db, OTHER_ACCOUNT)).size).toBe(3 * PART_LIMIT);
  const keys = await readStoredKeys(db, ACCOUNT);
  expect([...keys.values()].sort((a, b) => a.made - b.made)).toEqual(
    some(0, 5 * PART_LIMIT + 500).map((one) => (one.made === 3 ? { ...one, fate: 'deleted' } : one)),
  );
});

it('the newest word on a key counts, whichever import it names', async () => {
  const [one, other] = [idOf(1), idOf(2)];
  // So 0.2.0 stored them.
  await db.importKeys.put({ accountId: ACCOUNT, importId: one, keys: some(0, 3) });
  const steps: KnownKey[] = [
    known(1, other),
    known(1, one, 'reverted'),
    known(1, one),
    known(2, other),
    known(1, other, 'moved'),
    known(1, one),
  ];
  for (const step of steps) {
    await putKeys(db, ACCOUNT, [step]);
    expect((await readStoredKeys(db, ACCOUNT)).get(step.key)).toEqual(step);
  }
  expect([...(await readStoredKeys(db, ACCOUNT)).values()].map(({ made, importId }) => [made, importId])).toEqual([
    [0, one],
    [1, one],
    [2, other],
  ]);
});

it('words on two imports in turns do not pile up', async () => {
  for (let turn = 0; turn < 200; turn++) {
    await putKeys(db, ACCOUNT, [{ ...known(turn % 4, idOf((turn % 2) + 1)), made: turn }]);
  }
  expect(await db.importKeys.count()).toBeLessThan(20);
  const made = [...(await readStoredKeys(db, ACCOUNT)).values()].map((one) => one.made);
  expect(made.sort((a, b) => a - b)).toEqual([196, 197, 198, 199]);
});
