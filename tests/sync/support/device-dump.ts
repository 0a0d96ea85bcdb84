/** A device's database as the browser stores it, as JSON, and put back into an empty browser. */
import { isDeepStrictEqual } from 'node:util';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import * as v from 'valibot';
import type { BrowserStorage, Database } from '#store/database/database';

const KeyPath = v.union([v.string(), v.array(v.string())]);
const Index = v.object({ name: v.string(), keyPath: KeyPath, unique: v.boolean(), multiEntry: v.boolean() });
const Store = v.object({
  keyPath: KeyPath,
  autoIncrement: v.boolean(),
  indexes: v.array(Index),
  records: v.array(v.looseObject({})),
});

export const Dump = v.object({ name: v.string(), version: v.number(), stores: v.record(v.string(), Store) });
export type Dump = v.InferOutput<typeof Dump>;

/** Everything that is stored. */
export async function dumpOf(db: Database): Promise<Dump> {
  const idb = db.backendDB();
  const stores: Record<string, unknown> = {};
  for (const name of idb.objectStoreNames) {
    const store = idb.transaction(name).objectStore(name);
    const records: unknown[] = await answerOf(store.getAll());
    const indexes = [...store.indexNames].map((index) => {
      const { keyPath, unique, multiEntry } = store.index(index);
      return { name: index, keyPath, unique, multiEntry };
    });
    stores[name] = { keyPath: store.keyPath, autoIncrement: store.autoIncrement, indexes, records };
  }
  const dump = v.parse(Dump, { name: idb.name, version: idb.version, stores });
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(dump)), dump)) throw new Error('not all of it is JSON');
  return dump;
}

/** A browser that has only this database. */
export async function storageWith({ name, version, stores }: Dump): Promise<BrowserStorage> {
  const storage = { indexedDB: new IDBFactory(), IDBKeyRange };
  const request = storage.indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    for (const [table, { keyPath, autoIncrement, indexes, records }] of Object.entries(stores)) {
      const store = request.result.createObjectStore(table, { keyPath, autoIncrement });
      for (const { name: index, keyPath: path, ...options } of indexes) store.createIndex(index, path, options);
      for (const record of records) store.put(record);
    }
  };
  (await answerOf(request)).close();
  return storage;
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
