import type { Actor } from '#store/commands/commit/commit';
import { redoDeed } from '#store/commands/undo/deed-redo';
import { undoDeed } from '#store/commands/undo/deed-undo';
import type { Database } from '#store/database/database';
import type { Deed } from '#store/deeds/deeds';
import * as texts from '#texts/sync/undo';
import { showToast } from '#ui/toast';
import { orToast } from '../../session/toasts/command-toast.ts';
import { describeDeed } from './describe-deed.ts';
import { offerRedo } from './offer-undo.ts';
import { sayWhile } from './say-while.ts';

const reasonsOf = (what: string) => ({ changed: texts.changedSince(what), final: texts.FINAL });

/** Undoes a deed, says what became of it, and offers to do it again. */
export async function undoAndTell(db: Database, actor: Actor, deed: Deed): Promise<void> {
  const what = describeDeed(deed);
  const failure = { title: texts.NOT_UNDONE, description: texts.FAILED, reasons: reasonsOf(what) };
  const undone = await sayWhile(texts.undoing(what), () =>
    orToast(failure, () => undoDeed(db, actor, { id: deed.id })),
  );
  if (!undone) return;
  const told = toldOf(what, undone.left, { done: texts.UNDONE, inPart: texts.PARTLY_UNDONE });
  offerRedo(db, deed.id, told, () => void redoAndTell(db, actor, deed));
}

/** Does again what was undone, and says what became of it. */
export async function redoAndTell(db: Database, actor: Actor, deed: Deed): Promise<void> {
  const what = describeDeed(deed);
  const failure = { title: texts.NOT_REDONE, description: texts.REDO_FAILED, reasons: reasonsOf(what) };
  const redone = await sayWhile(texts.redoing(what), () =>
    orToast(failure, () => redoDeed(db, actor, { id: deed.id })),
  );
  if (redone) showToast(toldOf(what, redone.left, { done: texts.REDONE, inPart: texts.PARTLY_REDONE }));
}

function toldOf(what: string, left: number, { done, inPart }: { done: string; inPart: string }) {
  if (left === 0) return { title: done, description: what, tone: 'success' as const };
  return { title: inPart, description: texts.stayed(what, left), tone: 'info' as const };
}
