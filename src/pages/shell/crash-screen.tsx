import { type StorageReason, storageReason } from '#store/database/storage-failure';
import * as storage from '#texts/device/storage';
import * as updates from '#texts/device/updates';
import * as texts from '#texts/pages/shell';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { TriangleAlertIcon } from '#ui/icons';

const WORDS: { [reason in StorageReason]: { title: string; text: string } } = {
  storage_full: { title: storage.FULL_TITLE, text: storage.FULL_AT_START },
  storage_unavailable: { title: storage.REFUSED_TITLE, text: storage.REFUSED_AT_START },
  storage_closed: { title: storage.CLOSED_TITLE, text: storage.CLOSED },
  storage_removed: { title: storage.REMOVED_TITLE, text: storage.REMOVED },
  storage_removed_local: { title: storage.REMOVED_TITLE, text: storage.REMOVED_LOCAL },
  // An error of the app itself: the user's data is in the device's storage and is there after a reload.
  storage: { title: texts.CRASHED_TITLE, text: texts.CRASHED },
};

/** Shown when the app itself fails, or the device does not store or keep its data. */
export function CrashScreen({ error }: { error: unknown }) {
  const { title, text } = WORDS[storageReason(error)];
  return (
    <EmptyState
      icon={<TriangleAlertIcon />}
      title={title}
      action={<Button onClick={() => location.reload()}>{updates.RELOAD}</Button>}
    >
      {text}
    </EmptyState>
  );
}
