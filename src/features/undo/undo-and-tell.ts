import type { Actor } from '#store/commands/commit';
import { undoDeed } from '#store/commands/deed-undo';
import type { Database } from '#store/database/database';
import type { Deed } from '#store/undo/deeds';
import * as texts from '#texts/undo';
import { showToast } from '#ui/toast';
import { orToast } from '../accounts/command-toast.ts';
import { describeDeed } from './describe-deed.ts';
import { sayWhile } from './say-while.ts';

/** Undoes a deed, and says what became of it. */
export async function undoAndTell(db: Database, actor: Actor, deed: Deed): Promise<void> {
  const what = describeDeed(deed);
  const reasons = { changed: texts.CHANGED_SINCE, final: texts.FINAL };
  const failure = { title: texts.NOT_UNDONE, description: texts.FAILED, reasons };
  const undone = await sayWhile(texts.undoing(what), () =>
    orToast(failure, () => undoDeed(db, actor, { id: deed.id })),
  );
  if (!undone) return;
  const { left } = undone;
  if (left === 0) showToast({ title: texts.UNDONE, description: what, tone: 'success' });
  else showToast({ title: texts.PARTLY_UNDONE, description: texts.stayed(what, left), tone: 'info' });
}
