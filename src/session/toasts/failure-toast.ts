import { Database } from '#store/database/database';
import { StorageFailure } from '#store/database/storage-failure';
import * as texts from '#texts/device/storage';
import * as failures from '#texts/failures';
import * as unsynced from '#texts/sync/unsynced';
import { showToast } from '#ui/toast';
import type { Toast } from '#ui/toast-board.ts';
import { exportUnsynced } from '../entries/export-unsynced.ts';
import { failureText } from './failure-text.ts';

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
    await exportUnsynced(database);
  } catch {
    showToast({ title: unsynced.EXPORT_FAILED, description: failures.TRY_AGAIN, tone: 'error' });
  } finally {
    database.close();
  }
}
