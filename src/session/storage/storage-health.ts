import { type Database, type DatabaseHealth, watchDatabase } from '#store/database/database';
import { StorageFailure } from '#store/database/storage-failure';
import { Device, readLastUser } from '#store/session/device';
import { readLocalUser } from '#store/session/local-user';
import * as session from '#texts/device/session';
import * as updates from '#texts/device/updates';
import { showToast } from '#ui/toast';
import { reloadKeepingDrafts } from '../updates/reload.ts';
import { forgetRemoved } from './removed-here.ts';

/**
 * Follows the health of the holder's open database until the returned function is called. `onGone` is called when the
 * page can no longer use it, with what happened. A newer version of the app in another tab is told in a toast.
 * `isLocal`: the holder started here without a login.
 */
export function followHealth(
  database: Database,
  isLocal: boolean,
  onGone: (failure: StorageFailure) => void,
): () => void {
  let left = false;
  const react = async (health: DatabaseHealth) => {
    if (health === 'outdated') return sayOutdated();
    // A log-out or a carry-over in another tab deletes the database, too. It ended the holder's stay before that.
    if (health === 'deleted' && !(await isHolder(database.userId))) return;
    if (left) return;
    if (health === 'closed') return onGone(new StorageFailure('storage_closed'));
    onGone(new StorageFailure(isLocal ? 'storage_removed_local' : 'storage_removed'));
    // The next start has nothing to open, and does not tell it again.
    if (isLocal) await forgetRemoved(database.userId);
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
    action: { label: updates.RELOAD, onAction: () => void reloadKeepingDrafts() },
  });
}

async function isHolder(userId: string): Promise<boolean> {
  const device = new Device();
  try {
    const holder = (await readLastUser(device)) ?? (await readLocalUser(device));
    return holder?.id === userId;
  } finally {
    device.close();
  }
}
