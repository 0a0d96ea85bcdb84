import type { DatabaseHealth } from '#store/database/database';
import * as texts from '#texts/session';
import * as updates from '#texts/updates';
import { notify } from '#ui/notices';
import { reloadKeepingForms } from '../updates/reload.ts';

/** Tells the user about a state that only a reload can fix. Nothing that was saved is lost. */
export function sayHealth(health: DatabaseHealth): void {
  if (health === 'open') return;
  notify({
    title: health === 'outdated' ? updates.NEW_VERSION : texts.STORAGE_CLOSED_TITLE,
    description: health === 'outdated' ? texts.OUTDATED : texts.STORAGE_CLOSED,
    tone: health === 'outdated' ? 'info' : 'error',
    duration: null,
    action: { label: updates.RELOAD, onAction: () => void reloadKeepingForms() },
  });
}
