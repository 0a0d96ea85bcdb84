/** What a browser has stored, as plain data, so that many devices can begin with it. */
import type { BrowserStorage } from '#store/database/database';

interface KeptIndex extends IDBIndexParameters {
  name: string;
  keyPath: string | string[];
}

interface KeptTable extends IDBObjectStoreParameters {
  name: string;
  indexes: KeptIndex[];
  records: unknown[];
}

/** One database. Every record has its key in itself. */
export interface KeptStorage {
  name: string;
  version: number;
  tables: KeptTable[];
}

/** Reads a database that no page has open. */
export async function keep({ indexedDB }: BrowserStorage, name: string): Promise<KeptStorage> {
  const db = await done(indexedDB.open(name));
  const transaction = db.transaction([...db.objectStoreNames], 'readonly');
  const tables = [...db.objectStoreNames].map(async (table): Promise<KeptTable> => {
    const store = transaction.objectStore(table);
    const indexes = [...store.indexNames].map((index) => {
      const { keyPath, unique, multiEntry } = store.index(index);
      return { name: index, keyPath, unique, multiEntry };
    });
    const { keyPath, autoIncrement } = store;
    return { name: table, keyPath, autoIncrement, indexes, records: await done(store.getAll()) };
  });
  const kept = { name, version: db.version, tables: await Promise.all(tables) };
  db.close();
  return kept;
}

/** Makes the same database in a storage that does not have it. */
export async function fill({ indexedDB }: BrowserStorage, { name, version, tables }: KeptStorage): Promise<void> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    for (const { name, indexes, records, ...options } of tables) {
      const store = request.result.createObjectStore(name, options);
      for (const { name, keyPath, ...options } of indexes) store.createIndex(name, keyPath, options);
      for (const record of records) store.put(record);
    }
  };
  (await done(request)).close();
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
