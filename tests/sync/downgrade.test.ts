/**
 * A rollback to the release before: its app opens the databases that today's app has written. What it does not know of
 * them stands in docs/releasing.md, "Going back to the release before".
 */
import { readFileSync } from 'node:fs';
import { Dexie } from 'dexie';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#store/database/database';
import { PushMutations } from '../releases/0.2.0/wire/protocol.ts';
import { Verdict } from '../releases/0.2.0/wire/verdicts.ts';
import { type Dump, storageWith } from './support/device-dump.ts';
import { releasedDevices } from './support/released-devices.ts';
import { type TodaysDevice, todaysDevices } from './support/todays-devices.ts';

const RELEASE = '0.2.0';
const recorded = releasedDevices({ release: RELEASE, kind: 'postgres' });
const guide = readFileSync('docs/releasing.md', 'utf8').split('## Going back to the release before')[1] ?? '';

/** Fields that the release stores in some state that its recording does not have. */
const ALSO_KNOWN: Record<string, readonly string[]> = {
  // Of guests, whose devices it has not recorded.
  meta: ['budget-roles'],
  outbox: ['renamesIn', 'goneIsDone', 'absorbed', 'holdUntil', 'resent'],
  drafts: ['from'],
};

/** What 0.2.0's forms of entries keep. Its other forms keep what today's do. */
const ENTRY = ['type', 'date', 'amount', 'category', 'description', 'accountId', 'lines', 'toAccountId', 'toDate'];
const TRANSFER = [...ENTRY, 'notes', 'toNotes', 'begun'];
const FORMS_OF_ENTRIES = /^(dashboard|entry:|quick-entry|again:|edit:)/;

let today: TodaysDevice[];
beforeAll(async () => {
  today = await todaysDevices();
});

type Stored = Record<string, unknown>;
const recordsIn = ({ stores }: Dump, table: string): Stored[] => stores[table]?.records ?? [];
const everyRecord = (table: string) => today.flatMap(({ database }) => recordsIn(database, table));

/** The names of what today's app stores and the release has never stored, sorted. */
function unknown(table: string, namesOf: (record: Stored) => string[]): string[] {
  const known = new Set(ALSO_KNOWN[table]);
  for (const { database } of recorded) for (const one of recordsIn(database, table).flatMap(namesOf)) known.add(one);
  return [...new Set(everyRecord(table).flatMap(namesOf))].filter((name) => !known.has(name)).sort();
}

/** What stands in the form. */
const typedIn = ({ values }: Stored): object => (typeof values === 'object' && values !== null ? values : {});

/** Those fields of a draft of an entry that the release does not read. */
function unread(fields: string[]): string[] {
  const known = fields.includes('begun') ? TRANSFER : ENTRY;
  return fields.filter((name) => !known.includes(name));
}

/** The tables as the release's own code names them to Dexie. */
function tablesOfRelease(): Record<string, string> {
  const path = (keyPath: string | string[]) => (typeof keyPath === 'string' ? keyPath : `[${keyPath.join('+')}]`);
  const stores = Object.entries(recorded[0]?.database.stores ?? {});
  const schemas = stores.map(([name, { keyPath, autoIncrement, indexes }]) => {
    const named = indexes.map((one) => `${one.unique ? '&' : ''}${one.multiEntry ? '*' : ''}${path(one.keyPath)}`);
    return [name, [`${autoIncrement ? '++' : ''}${path(keyPath)}`, ...named].join(', ')];
  });
  return Object.fromEntries(schemas);
}

const Operations = v.array(
  v.looseObject({
    name: v.optional(v.string()),
    chosen: v.optional(v.array(v.string())),
    scheduleId: v.optional(v.string()),
  }),
);

/** Calls that the release does not know. It sends them, and the server refuses what its app may not do. */
const LATER_CALLS = [
  'category.merge',
  'category.unmerge',
  'occurrence.skip',
  'occurrence.unskip',
  'schedule.delete',
  'schedule.insert',
  'schedule.patch',
];

describe(`a database of today's app in the app of v${RELEASE}`, () => {
  it('opens with its version and tables, with every record, and today’s app goes on with it afterwards', async () => {
    const version = recorded[0]?.database.version ?? 0;
    for (const { name, database } of today) {
      expect(database.version).toBeGreaterThan(version);
      const storage = await storageWith(database);
      const older = new Dexie(database.name, storage);
      older.version(version / 10).stores(tablesOfRelease());
      // A higher version in the browser: Dexie opens the database as it is.
      await older.open();
      for (const table of older.tables) {
        expect([name, table.name, await table.count()]).toEqual([
          name,
          table.name,
          recordsIn(database, table.name).length,
        ]);
      }
      older.close();
      const newer = new Database(database.name.replace('carryover-', ''), storage);
      await newer.open();
      expect(newer.backendDB().version).toBe(database.version);
      for (const table of newer.tables) {
        expect([table.name, await table.count()]).toEqual([table.name, recordsIn(database, table.name).length]);
      }
      newer.close();
    }
  });

  it('has entries of which the release sends every operation, and reads all but what the guide tells', () => {
    const entries = everyRecord('outbox');
    expect(entries.length).toBeGreaterThan(80);
    for (const field of ['chosen', 'scheduleId']) expect(guide).toContain(`\`${field}\``);
    const later = new Set<string>();
    for (const { id, editedAt, cursors, operations } of entries) {
      const mutation = { id, editedAt, ...(cursors !== undefined && { cursors }) };
      const read = v.parse(Operations, operations);
      const unknownCall = read.flatMap(({ name }) => (name !== undefined && LATER_CALLS.includes(name) ? [name] : []));
      for (const name of unknownCall) later.add(name);
      if (unknownCall.length > 0) continue;
      const known = read.map(({ chosen, scheduleId, ...operation }) => operation);
      expect(v.parse(PushMutations, [{ ...mutation, operations }])).toEqual([{ ...mutation, operations: known }]);
    }
    expect([...later].sort()).toEqual(LATER_CALLS);
    for (const name of later) expect(guide).toContain(`\`${name}\``);
  });

  it('has verdicts that the release reads', () => {
    const verdicts = everyRecord('outbox').flatMap(({ verdict }) => verdict ?? []);
    expect(verdicts.length).toBeGreaterThan(5);
    for (const verdict of verdicts) expect(v.parse(Verdict, verdict)).toEqual(verdict);
  });

  it.each([
    ['outbox', ['action', 'amongAll', 'apart', 'divided', 'notTaken', 'undoes']],
    ['drafts', []],
    ['cursors', []],
    ['bases', []],
    ['importKeys', []],
  ])('has these fields in %s that the release does not know, and the guide tells of each: %j', (table, fields) => {
    expect(unknown(table, Object.keys)).toEqual(fields);
    for (const field of fields) expect(guide).toContain(`\`${field}\``);
  });

  it('has these names in meta that the release does not know, and the guide tells of each', () => {
    const names = unknown('meta', ({ key }) => (typeof key === 'string' ? [key] : []));
    expect(names).toEqual(['former-names', 'left-repeats', 'what-was-deleted']);
    for (const name of names) expect(guide).toContain(`\`${name}\``);
  });

  it('has drafts of entries of which the release does not read these fields, and the guide tells of each', () => {
    const ofEntries = everyRecord('drafts').filter(({ form }) => FORMS_OF_ENTRIES.test(String(form)));
    const names = new Set(ofEntries.map((draft) => Object.keys(typedIn(draft))).flatMap(unread));
    expect([...names].sort()).toEqual(['categoryId', 'notes', 'refund', 'typedCategory']);
    for (const name of names) expect(guide).toContain(`\`${name}\``);
  });
});
