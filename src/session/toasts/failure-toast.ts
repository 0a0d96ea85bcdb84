import { Database } from '#store/database/database';
import { StorageFailure, storageReason } from '#store/database/storage-failure';
import * as texts from '#texts/device/storage';
import * as failures from '#texts/failures';
import * as unsynced from '#texts/sync/unsynced';
import { showToast } from '#ui/toast';
import type { Toast } from '#ui/toast-board.ts';

/** Why something could not be saved or read, in words; `otherwise` when nothing more is known. */
export function failureText(error: unknown, otherwise: string): string {
  const reason = storageReason(error);
  if (reason === 'storage_full') return texts.FULL;
  if (reason !== 'storage') return texts.REFUSED;
  return (error instanceof Error && error.message) || otherwise;
}

/** The toast of something that could not be saved. On a full device, it offers to export what only that device has. */
export function failureToast(title: string, error: unknown, otherwise: string): Toast {
  const toast: Toast = { title, description: failureText(error, otherwise), tone: 'error' };
  if (!(error instanceof StorageFailure) || error.reason !== 'storage_full' || !error.userId) return toast;
  const { userId } = error;
  const action = { label: texts.EXPORT_UNSENT, onAction: () => void exportOf(userId) };
  return { ...toast, duration: null, action };
}

async function exportOf(userId: string): Promise<void> {
  const database = new Database(userId);
  try {
    // Loaded now, because hardly anybody ever needs it.
    const { exportUnsynced } = await import('../entries/export-unsynced.ts');
    await exportUnsynced(database);
  } catch {
    showToast({ title: unsynced.EXPORT_FAILED, description: failures.TRY_AGAIN, tone: 'error' });
  } finally {
    database.close();
  }
}
