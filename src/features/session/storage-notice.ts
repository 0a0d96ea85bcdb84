import type { DatabaseHealth } from '#store/database';
import { notify } from '#ui/notices';
import { reloadKeepingForms } from '../updates/reload.ts';

/** Tells the user what only a reload can mend; nothing that was saved is lost by it. */
export function sayHealth(health: DatabaseHealth): void {
  if (health === 'open') return;
  notify({
    title: health === 'outdated' ? 'New version: reload' : 'The browser closed the storage on this device',
    description:
      health === 'outdated'
        ? 'Carryover was updated in another tab.'
        : 'Reload to go on. What was saved is still there.',
    tone: health === 'outdated' ? 'info' : 'error',
    duration: null,
    action: { label: 'Reload', onAction: () => void reloadKeepingForms() },
  });
}
