/**
 * Whether the browser promised to keep this site's data when storage gets scarce. The app asks at a device's first
 * entry. After a denial it asks again at the tenth, the hundredth entry and so on.
 * Some browsers decide by how much a site is used.
 */
import * as v from 'valibot';
import { type Database, DEMO_USER_ID } from './database.ts';
import { readMeta, writeMeta } from './meta.ts';

/** `unsupported`: this browser cannot make such a promise. */
export const Persistence = v.picklist(['granted', 'denied', 'unsupported']);
export type Persistence = v.InferOutput<typeof Persistence>;

const KEY = 'persistence';

/** The browser's answer, or null when it has not been asked yet. */
export function readPersistence(db: Database): Promise<Persistence | null> {
  return readMeta(db, KEY, Persistence);
}

/** Whether to ask at the entry with this number, counted from 1. */
export function isTimeToAsk(seq: number): boolean {
  return /^10*$/.test(String(seq));
}

/**
 * Asks, unless the promise was given already or the database is the demo's. The answer may take as long as the user
 * looks at the browser's question. A worker cannot ask, so the page asks for it.
 */
export async function askForPersistence(
  db: Database,
  // Undefined on plain-http origins and outside browsers.
  storage: unknown = navigator.storage,
): Promise<void> {
  if ('WorkerGlobalScope' in globalThis) return;
  if (db.userId === DEMO_USER_ID || (await readPersistence(db)) === 'granted') return;
  const value: Persistence = v.is(Asking, storage) ? await answerOf(storage) : 'unsupported';
  await writeMeta(db, KEY, value);
}

const Asking = v.object({ persist: v.function() });

async function answerOf(storage: v.InferOutput<typeof Asking>): Promise<Persistence> {
  try {
    return (await storage.persist()) ? 'granted' : 'denied';
  } catch {
    return 'unsupported';
  }
}
