import { StorageFailure, storageReason } from '#store/database/storage-failure';
import * as texts from '#texts/shell';
import * as updates from '#texts/updates';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { TriangleAlertIcon } from '#ui/icons';

/** Shown when the app itself fails. The user's data is in the device's storage and is there after a reload. */
export function CrashScreen({ error }: { error: unknown }) {
  const storage = error instanceof StorageFailure || storageReason(error) !== 'storage';
  return (
    <EmptyState
      icon={<TriangleAlertIcon />}
      title={storage ? texts.NO_STORAGE_TITLE : texts.CRASHED_TITLE}
      action={<Button onClick={() => location.reload()}>{updates.RELOAD}</Button>}
    >
      {storage ? texts.NO_STORAGE : texts.CRASHED}
    </EmptyState>
  );
}
