import { liveQuery } from 'dexie';
import type { Device } from './device.ts';
import { hasEnded } from './ended-sessions.ts';
import { readSession } from './session-storage.ts';

/**
 * Calls `listener` with whether the session has gone otherwise than by a log-out on this device, which means that the server
 * ended it: first now, then with each change, in whichever tab. Never where the device cannot be read.
 */
export function watchSession(device: Device, listener: (endedByServer: boolean) => void): () => void {
  /** Of the last session that this page has known. */
  let lastToken: string | null = null;
  const watching = liveQuery(async () => {
    const session = await readSession(device);
    if (session) lastToken = session.accessToken;
    return session === null && lastToken !== null && !(await hasEnded(device, lastToken));
  }).subscribe({ next: listener, error: () => {} });
  return () => watching.unsubscribe();
}
