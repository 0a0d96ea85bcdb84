import type { Notice as Overtaken } from '#domain/notices';
import type { Database } from '#store/database/database';
import { readNoticeSubject } from '#store/queries/notice-subject';
import * as texts from '#texts/overtaken';
import * as verdictTexts from '#texts/verdict-notices';
import type { Notice } from '#ui/notice-board.ts';
import { overtakenTitle } from './overtaken-description.ts';
import { EACH, showPanel } from './verdict-notices.ts';

/** The notices on the screen about deeds that were overtaken: one for each, or one for many at once. */
export async function overtakenNotices(database: Database, fresh: readonly Overtaken[]): Promise<Notice[]> {
  if (fresh.length > EACH) {
    return [{ title: texts.many(fresh.length), description: verdictTexts.SEE_PANEL, tone: 'info', action: showPanel }];
  }
  return Promise.all(
    fresh.map(async (one) => ({
      title: overtakenTitle(one, await readNoticeSubject(database, one)),
      description: texts.explanation(one.kind, one.by),
      tone: 'info' as const,
      action: showPanel,
    })),
  );
}
