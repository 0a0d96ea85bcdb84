import { liveQuery } from 'dexie';
import type { Device } from './device.ts';
import { hasEnded } from './ended-sessions.ts';
import { readSession } from './session-storage.ts';

/**
 * Calls `listener` with whether the server ended the session: it has gone, and not by a log-out on this device. Calls
 * it first now, then after each change, in any tab. Never calls it when the device cannot be read.
 */
export function watchSession(device: Device, listener: (endedByServer: boolean) => void): () => void {
  /** The token of the last session that this page has known. */
  let lastToken: string | null = null;
  let said: boolean | null = null;
  const watching = liveQuery(async () => {
    const session = await readSession(device);
    if (session) lastToken = session.accessToken;
    return session === null && lastToken !== null && !(await hasEnded(device, lastToken));
  }).subscribe({
    next: (endedByServer) => {
      if (endedByServer === said) return;
      said = endedByServer;
      listener(endedByServer);
    },
    error: () => {},
  });
  return () => watching.unsubscribe();
}
