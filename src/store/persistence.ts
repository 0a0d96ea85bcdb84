/**
 * Whether the browser promised to keep this site's data when room gets scarce. Asked for at the first entry of a device and,
 * while it is denied, again at the tenth, hundredth and so on: browsers that decide by themselves look at how much a site is used.
 */
import * as v from 'valibot';
import { type Database, DEMO_USER_ID } from './database.ts';

/** `unsupported`: this browser makes no such promise. */
export const Persistence = v.picklist(['granted', 'denied', 'unsupported']);
export type Persistence = v.InferOutput<typeof Persistence>;

const KEY = 'persistence';

/** What the browser answered, or null when it was not asked yet. */
export async function readPersistence(db: Database): Promise<Persistence | null> {
  const parsed = v.safeParse(Persistence, (await db.meta.get(KEY))?.value);
  return parsed.success ? parsed.output : null;
}

/** Whether the entry of this number, counted from 1, is one at which to ask. */
export function isTimeToAsk(seq: number): boolean {
  return /^10*$/.test(String(seq));
}

/** Asks unless it was granted already, or nobody minds to lose the data; the answer may take as long as the user looks at the browser's question. */
export async function askForPersistence(
  db: Database,
  // Absent on plain-http origins and outside browsers.
  storage: Pick<StorageManager, 'persist'> | undefined = navigator.storage,
): Promise<void> {
  if (db.userId === DEMO_USER_ID || (await readPersistence(db)) === 'granted') return;
  const value: Persistence = storage ? await answerOf(storage) : 'unsupported';
  await db.meta.put({ key: KEY, value });
}

async function answerOf(storage: Pick<StorageManager, 'persist'>): Promise<Persistence> {
  try {
    return (await storage.persist()) ? 'granted' : 'denied';
  } catch {
    return 'unsupported';
  }
}
