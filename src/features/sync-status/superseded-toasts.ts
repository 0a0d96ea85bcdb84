import type { Notice } from '#domain/mutations/notices';
import type { Database } from '#store/database/database';
import { readNoticeSubject } from '#store/queries/entries/notice-subject';
import * as texts from '#texts/sync/superseded';
import * as verdictTexts from '#texts/sync/verdict-toasts';
import type { Toast } from '#ui/toast-board.ts';
import { supersededReason, supersededTitle } from './superseded-description.ts';
import { EACH, showPanel } from './verdict-toasts.ts';

/** The toasts about actions that were superseded: one for each, or one for many at once. */
export async function supersededToasts(database: Database, fresh: readonly Notice[]): Promise<Toast[]> {
  if (fresh.length > EACH) {
    return [{ title: texts.many(fresh.length), description: verdictTexts.SEE_PANEL, tone: 'info', action: showPanel }];
  }
  return Promise.all(
    fresh.map(async (one) => ({
      title: supersededTitle(one, await readNoticeSubject(database, one)),
      description: supersededReason(one),
      tone: 'info' as const,
      action: showPanel,
    })),
  );
}
