/** The database of somebody without a login is gone, and no server has a copy. */
import { Device } from '#store/session/device';
import { forgetLocalUser, isMissing, readLocalId } from '#store/session/local-user-life';
import * as texts from '#texts/device/storage';
import { showToast } from '#ui/toast';

/** Whether it was removed while no page had it open. This is told once: then nobody is on the device any more. */
export async function tellIfRemoved(userId: string): Promise<boolean> {
  if (!(await isMissing(userId))) return false;
  showToast({ title: texts.REMOVED_TITLE, description: texts.REMOVED_LOCAL, tone: 'error', duration: null });
  await forgetRemoved(userId);
  return true;
}

/** Nobody is on the device any more, unless somebody has started anew. */
export async function forgetRemoved(userId: string): Promise<void> {
  const device = new Device();
  try {
    if ((await readLocalId(device)) === userId) await forgetLocalUser(device);
  } catch {
    // All data of this site may be gone.
  } finally {
    device.close();
  }
}
