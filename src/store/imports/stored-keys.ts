/**
 * The import keys that a device stores, in parts: each part is a list of keys of one import. Keys come and change a few
 * hundred at a time. So they go into the newest part of the account, or into new ones, and older parts stay as they
 * are. A key may stand in several parts: what the newest says counts.
 */
import type { Database } from '../database/database.ts';
import type { KeysOfImport, StoredKey } from '../database/records.ts';
import { dropKeys, keysOfAccount } from './keys-of-account.ts';

export type KnownKey = StoredKey & { importId: string };

/** A part with more keys takes no others. It is read and written as a whole, in a few milliseconds. */
export const PART_LIMIT = 2000;

interface Part {
  importId: string;
  /** Counts the parts of an account. 0.2.0 stored all keys of an import in one, which has no number. */
  number: number;
}

/**
 * The stored keys of an account, by key: all, or those of some imports or schedules. A key of a file may go from one
 * import to another, so only all of them tell of which it is. An occurrence stays with its schedule.
 */
export async function readStoredKeys(
  db: Database,
  accountId: string,
  schedules?: ReadonlySet<string>,
): Promise<Map<string, KnownKey>> {
  const records = await (schedules ? recordsOf(db, accountId, schedules) : keysOfAccount(db, accountId).toArray());
  const parts = records
    .map(({ importId, keys }) => ({ ...partOf(importId), keys }))
    .sort((a, b) => a.number - b.number);
  return new Map(
    parts.flatMap(({ importId, keys }) => keys.map((one): [string, KnownKey] => [one.key, { ...one, importId }])),
  );
}

async function recordsOf(db: Database, accountId: string, schedules: ReadonlySet<string>): Promise<KeysOfImport[]> {
  const names = await keysOfAccount(db, accountId).primaryKeys();
  const records = await db.importKeys.bulkGet(names.filter(([, part]) => schedules.has(partOf(part).importId)));
  return records.flatMap((record) => record ?? []);
}

/** Writes these keys of an account. */
export async function putKeys(db: Database, accountId: string, changed: readonly KnownKey[]): Promise<void> {
  if (changed.length === 0) return;
  const names = await keysOfAccount(db, accountId).primaryKeys();
  const newest = names.map(([, part]) => partOf(part)).reduce(later, { importId: '', number: 0 });
  const ofImports = Map.groupBy(changed, ({ importId }) => importId);
  const before = newest.number === 0 ? [] : await keysOf(db, accountId, newest);
  const more = ofImports.get(newest.importId) ?? [];
  const all = new Map([...before, ...more].map((one) => [one.key, one]));
  const records: KeysOfImport[] = [];
  if (before.length > 0 && more.length > 0 && all.size <= PART_LIMIT) {
    records.push(recordOf(accountId, newest, [...all.values()]));
    ofImports.delete(newest.importId);
  }
  const parts = inNewParts(accountId, ofImports, newest.number);
  await db.importKeys.bulkPut([...records, ...parts]);
  if (hasDoubled(names.length, names.length + parts.length)) await putTogether(db, accountId);
}

/** Fewer parts are read in no time. */
const MANY_PARTS = 16;

/** Whether the number of parts has come to the next power of two: so they are counted seldom. */
function hasDoubled(before: number, parts: number): boolean {
  return parts >= MANY_PARTS && Math.floor(Math.log2(parts)) > Math.floor(Math.log2(Math.max(1, before)));
}

/** Writes the keys anew where most of what is stored does not count any more, or parts are small. */
async function putTogether(db: Database, accountId: string): Promise<void> {
  const keys = await readStoredKeys(db, accountId);
  const ofImports = Map.groupBy(keys.values(), ({ importId }) => importId);
  const records = inNewParts(accountId, ofImports, 0);
  if (records.length * 2 > (await keysOfAccount(db, accountId).count())) return;
  await dropKeys(db, accountId);
  await db.importKeys.bulkPut(records);
}

/** The keys in new parts, which are numbered from `last` on. */
function inNewParts(accountId: string, ofImports: ReadonlyMap<string, StoredKey[]>, last: number): KeysOfImport[] {
  const parts: KeysOfImport[] = [];
  for (const [importId, keys] of ofImports)
    for (let from = 0; from < keys.length; from += PART_LIMIT) {
      const number = last + parts.length + 1;
      parts.push(recordOf(accountId, { importId, number }, keys.slice(from, from + PART_LIMIT)));
    }
  return parts;
}

async function keysOf(db: Database, accountId: string, part: Part): Promise<StoredKey[]> {
  return (await db.importKeys.get([accountId, nameOf(part)]))?.keys ?? [];
}

function recordOf(accountId: string, part: Part, keys: StoredKey[]): KeysOfImport {
  return { accountId, importId: nameOf(part), keys };
}

function later(one: Part, other: Part): Part {
  return other.number > one.number ? other : one;
}

function nameOf({ importId, number }: Part): string {
  // 0.2.0 reads them in the order of their names.
  return `${importId} ${String(number).padStart(6, '0')}`;
}

function partOf(name: string): Part {
  const [importId = '', number = '0'] = name.split(' ');
  return { importId, number: Number(number) };
}
