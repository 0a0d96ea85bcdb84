/** Deletes the demo's database once nobody shows it. Every start of the app looks, so this knows nothing of rows. */
import { Dexie } from 'dexie';
import { DEMO_USER_ID, databaseName } from '../database/database.ts';

/** Every page that shows the demo holds this lock. */
export const DEMO_LOCK = 'carryover-demo';

/** How long to wait until the last demo page has gone, in milliseconds. */
const PATIENCE_MS = 2000;

/** Deletes the demo from this device unless another page shows it. Returns whether it is gone. */
export async function removeDemo(): Promise<boolean> {
  const remove = async () => {
    await Dexie.delete(databaseName(DEMO_USER_ID));
    return true;
  };
  if (!navigator.locks) return remove();
  try {
    return await navigator.locks.request(DEMO_LOCK, { signal: AbortSignal.timeout(PATIENCE_MS) }, remove);
  } catch {
    return false;
  }
}
