import type { Database } from '#store/database';
import { entriesToSettle } from '#store/outbox';

/** Hands the user a file with everything that only this device has, as it stands in the outbox. */
export async function exportUnsynced(database: Database): Promise<void> {
  const waiting = await database.outbox.where('state').anyOf('pending', 'in_flight').sortBy('seq');
  const entries = [...waiting, ...(await entriesToSettle(database))];
  const file = new Blob([JSON.stringify(entries, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'carryover-unsynced.json';
  link.click();
  URL.revokeObjectURL(link.href);
}
