import type { Notice } from '#domain/mutations/notices';
import type { Database } from '#store/database/database';
import { readNoticeSubject } from '#store/queries/entries/notice-subject';
import * as texts from '#texts/sync/superseded';
import * as verdictTexts from '#texts/sync/verdict-toasts';
import { supersededReason, supersededTitle } from './superseded-description.ts';
import type { Told } from './told-toasts.ts';
import { EACH, showPanel } from './verdict-toasts.ts';

/** The toasts about actions that were superseded: one for each, or one for many at once. */
export async function supersededToasts(database: Database, fresh: readonly Notice[]): Promise<Told[]> {
  if (fresh.length > EACH) {
    const title = texts.many(fresh.length);
    const toast = { title, description: verdictTexts.SEE_PANEL, tone: 'info' as const, action: showPanel };
    return [{ toast, about: fresh.map(({ id }) => id) }];
  }
  return Promise.all(fresh.map((one) => supersededToast(database, one)));
}

async function supersededToast(database: Database, notice: Notice): Promise<Told> {
  const title = supersededTitle(notice, await readNoticeSubject(database, notice));
  const toast = { title, description: supersededReason(notice), tone: 'info' as const, action: showPanel };
  return { toast, about: [notice.id] };
}
