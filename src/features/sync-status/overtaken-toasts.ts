import type { Notice } from '#domain/mutations/notices';
import type { Database } from '#store/database/database';
import { readNoticeSubject } from '#store/queries/entries/notice-subject';
import * as texts from '#texts/sync/overtaken';
import * as verdictTexts from '#texts/sync/verdict-toasts';
import type { Toast } from '#ui/toast-board.ts';
import { overtakenReason, overtakenTitle } from './overtaken-description.ts';
import { EACH, showPanel } from './verdict-toasts.ts';

/** The toasts about actions that were overtaken: one for each, or one for many at once. */
export async function overtakenToasts(database: Database, fresh: readonly Notice[]): Promise<Toast[]> {
  if (fresh.length > EACH) {
    return [{ title: texts.many(fresh.length), description: verdictTexts.SEE_PANEL, tone: 'info', action: showPanel }];
  }
  return Promise.all(
    fresh.map(async (one) => ({
      title: overtakenTitle(one, await readNoticeSubject(database, one)),
      description: overtakenReason(one),
      tone: 'info' as const,
      action: showPanel,
    })),
  );
}
