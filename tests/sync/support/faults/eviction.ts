/** A browser that removes what a site has stored, while the app is closed or under its hands. */
import type { SimulatedDevice } from '../simulated-device.ts';

/** Closes these connections as the browser does, and removes their databases. The next access finds empty ones. */
export async function removeDatabases(devices: Iterable<SimulatedDevice>): Promise<void> {
  const all = [...devices];
  for (const { db } of all) {
    db.on('versionchange', () => {
      db.close({ disableAutoOpen: false });
      return false;
    });
    // While a database is being made or upgraded, Dexie has its connection but does not listen yet. Closing it now
    // would fail the opening, and nothing opens it a second time. The removal waits for it, and then asks it to close.
    const connection: IDBDatabase | null = db.backendDB();
    if (!connection?.onclose) continue;
    connection.close();
    connection.onclose(new Event('close'));
  }
  for (const { db, storage } of all) {
    await new Promise((resolve, reject) => {
      const request = storage.indexedDB.deleteDatabase(db.name);
      request.onsuccess = resolve;
      request.onerror = () => reject(request.error);
    });
  }
}
