/** How many entries only this device has. With their rows, they are in `unsynced.ts`. */
import type { Database } from '../../database/database.ts';
import { countWaiting, entriesToSettle } from '../../outbox/outbox.ts';

export { firstWaiting } from '../../outbox/outbox.ts';

/** Number of entries that only this device has. */
export async function countUnsynced(database: Database): Promise<number> {
  return (await countWaiting(database)) + (await entriesToSettle(database)).length;
}
