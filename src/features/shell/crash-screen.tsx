import { StorageFailure, storageReason } from '#store/storage-failure';
import * as texts from '#texts/shell';
import * as updates from '#texts/updates';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { TriangleAlertIcon } from '#ui/icons';

/** When the app itself cannot go on. What was entered stands in the device's storage and is there after a reload. */
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
