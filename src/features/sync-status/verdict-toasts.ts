import type { Database } from '#store/database/database';
import type { OutboxEntry } from '#store/database/records';
import { whenSynced } from '#store/queries/sync/sync-watch';
import * as texts from '#texts/sync/verdict-toasts';
import type { Toast } from '#ui/toast-board.ts';
import { describeEntry, failureTitle } from '../../session/entries/entry-description.ts';
import { readOutcome } from '../../session/entries/outcome.ts';
import type { Told } from './told-toasts.ts';

/** More toasts at once would cover the page. */
export const EACH = 2;

/** The action of a toast: it opens the panel, where the user can settle what the toast says. */
export const showPanel: NonNullable<Toast['action']> = {
  label: texts.SHOW,
  onAction: () => document.getElementById('sync-panel')?.togglePopover(true),
  leads: true,
};

/** The toasts about entries that the server did not take as they were: one for each, or one for many at once. */
export async function verdictToasts(database: Database, entries: readonly OutboxEntry[]): Promise<Told[]> {
  const lost = entries.some((entry) => entry.state === 'lost');
  if (!lost && entries.length <= EACH) return Promise.all(entries.map((entry) => verdictToast(database, entry)));
  const description = lost ? texts.RESTORED_SEE_PANEL : texts.SEE_PANEL;
  const title = texts.needAttention(entries.length);
  return [{ toast: { title, description, tone: 'error', action: showPanel }, about: entries.map(({ id }) => id) }];
}

/** The entry and the reason. */
async function verdictToast(database: Database, entry: OutboxEntry): Promise<Told> {
  // The push that brings a verdict comes before the pull that brings its reason: another role, a statement.
  if (entry.verdict?.status === 'rejected') await whenSynced(database);
  const outcome = await readOutcome(database, entry);
  const toast: Toast = {
    title: failureTitle(entry),
    // The title of an entry that was superseded names it already.
    description: entry.state === 'superseded' ? outcome : texts.toast(describeEntry(entry), outcome),
    tone: 'error',
    action: showPanel,
  };
  return { toast, about: [entry.id] };
}
