import type { Database } from '#store/database';
import type { OutboxEntry } from '#store/outbox';
import { readEntrySubject } from '#store/queries/entry-subject';
import { readRowNames } from '#store/queries/row-names';
import * as texts from '#texts/entries';
import type { Notice } from '#ui/notice-board.ts';
import { accountNameOf } from './entry-comparison.ts';
import { describeEntry, describeOutcome, failureTitle } from './entry-description.ts';

/** Which entry the server did not take as it was and why; its action opens the panel, where it can be settled. */
export async function verdictNotice(database: Database, entry: OutboxEntry): Promise<Notice> {
  const [subject, names] = await Promise.all([readEntrySubject(database, entry), readRowNames(database)]);
  const account = subject && accountNameOf(subject, names);
  return {
    title: failureTitle(entry),
    description: texts.notice(describeEntry(entry), describeOutcome(entry, { account })),
    tone: 'error',
    action: {
      label: texts.SHOW,
      onAction: () => document.getElementById('sync-panel')?.togglePopover(true),
      leads: true,
    },
  };
}
