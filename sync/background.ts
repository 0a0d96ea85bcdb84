/**
 * The service worker's entry to the engine: one push while no tab is open. The worker uses the access token that the
 * page left while that is valid, and never renews it (S31b). It pulls nothing. Nothing depends on it: what it does not
 * send, the app sends when it is opened (S31d).
 */
import type { BackendConfig } from '#domain/backend-config';
import { openExisting } from '#store/database/database';
import type { Device } from '#store/session/device';
import { readSession } from '#store/session/session-storage';
import { callRemote } from './call-remote.ts';
import { httpCalls } from './http-calls.ts';
import { pushAll, startPushing } from './push.ts';
import { RemoteFailure } from './remote.ts';
import { lockName, unlessLocked } from './tab-lock.ts';

/** The tag of the browser's sync event. */
export const BACKGROUND_PUSH = 'carryover-push';

/** Milliseconds that a token must still be valid: it could expire during the request. */
const LEAST_MS = 10_000;

/** Milliseconds of one push: browsers end an event that takes longer. */
const BUDGET_MS = 60_000;

/** Rejects without a response, so that the browser tries again later. */
export async function pushInBackground(device: Device, backend: BackendConfig): Promise<void> {
  const session = await readSession(device);
  if (!session || session.expiresAt - Date.now() < LEAST_MS) return;
  const { userId, accessToken } = session;
  const database = await openExisting(userId);
  if (!database) return;
  const remote = callRemote(httpCalls(backend, (send) => send(accessToken)));
  try {
    await unlessLocked(lockName(userId), async () => {
      const deadline = Date.now() + BUDGET_MS;
      await pushAll(database, remote, Date.now, startPushing(), () => Date.now() < deadline);
    });
  } catch (failure) {
    const isPassing =
      failure instanceof RemoteFailure && (failure.reason === 'offline' || failure.reason === 'retryable');
    if (isPassing || !(failure instanceof RemoteFailure)) throw failure;
  } finally {
    database.close();
  }
}
