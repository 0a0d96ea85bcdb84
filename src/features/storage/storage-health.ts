import { type Database, type DatabaseHealth, watchDatabase } from '#store/database/database';
import { StorageFailure } from '#store/database/storage-failure';
import { Device, readLastUser } from '#store/session/device';
import * as session from '#texts/session';
import * as updates from '#texts/updates';
import { showToast } from '#ui/toast';
import { reloadKeepingForms } from '../updates/reload.ts';

/**
 * Follows the health of the user's open database until the returned function is called. `onGone` is called when the
 * page can no longer use it, with what happened. A newer version of the app in another tab is told in a toast.
 */
export function followHealth(database: Database, onGone: (failure: StorageFailure) => void): () => void {
  let left = false;
  const react = async (health: DatabaseHealth) => {
    if (health === 'outdated') return sayOutdated();
    // A log-out in another tab deletes the database, too. It ended the session before that.
    if (health === 'deleted' && !(await isSignedIn(database.userId))) return;
    if (!left) onGone(new StorageFailure(health === 'closed' ? 'storage_closed' : 'storage_removed'));
  };
  const unwatch = watchDatabase(database, (health) => void react(health));
  return () => {
    left = true;
    unwatch();
  };
}

function sayOutdated(): void {
  showToast({
    title: updates.NEW_VERSION,
    description: session.OUTDATED,
    tone: 'info',
    duration: null,
    action: { label: updates.RELOAD, onAction: () => void reloadKeepingForms() },
  });
}

async function isSignedIn(userId: string): Promise<boolean> {
  const device = new Device();
  try {
    return (await readLastUser(device))?.id === userId;
  } finally {
    device.close();
  }
}
