/** A browser that removes what a site has stored, while the app is closed or under its hands. */
import type { SimulatedDevice } from '../simulated-device.ts';

/** Closes these connections as the browser does, and removes their databases. The next access finds empty ones. */
export async function removeDatabases(devices: Iterable<SimulatedDevice>): Promise<void> {
  const all = [...devices];
  for (const { db } of all) {
    // A connection that is just being opened is closed by the removal. It has nothing to say about that.
    db.on('versionchange', () => {
      db.close({ disableAutoOpen: false });
      return false;
    });
    if (!db.isOpen()) continue;
    const connection = db.backendDB();
    connection.close();
    connection.onclose?.(new Event('close'));
  }
  for (const { db, storage } of all) {
    await new Promise((resolve, reject) => {
      const request = storage.indexedDB.deleteDatabase(db.name);
      request.onsuccess = resolve;
      request.onerror = () => reject(request.error);
    });
  }
}
