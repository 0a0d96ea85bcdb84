import { StorageFailure, storageReason } from '#store/storage-failure';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { TriangleAlertIcon } from '#ui/icons';

/** When the app itself cannot go on. What was entered stands in the device's storage and is there after a reload. */
export function CrashScreen({ error }: { error: unknown }) {
  const storage = error instanceof StorageFailure || storageReason(error) !== 'storage';
  return (
    <EmptyState
      icon={<TriangleAlertIcon />}
      title={storage ? 'This browser does not let Carryover keep data' : 'Something went wrong'}
      action={<Button onClick={() => location.reload()}>Reload</Button>}
    >
      {storage
        ? 'Carryover keeps your accounts on this device. Allow it to store data, leave private browsing, or free some space.'
        : 'What you entered is kept on this device. Reload to go on.'}
    </EmptyState>
  );
}
