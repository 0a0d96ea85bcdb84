import type { Outcome } from '#domain/outcome';
import type { Actor } from '#store/commands/commit';
import { redoDeed } from '#store/commands/deed-redo';
import { undoDeed } from '#store/commands/deed-undo';
import type { Database } from '#store/database/database';
import type { Deed } from '#store/undo/deeds';
import * as actions from '#texts/actions';
import * as texts from '#texts/undo';
import { showToast } from '#ui/toast';
import { orToast } from '../accounts/command-toast.ts';
import { describeDeed } from './describe-deed.ts';
import { sayWhile } from './say-while.ts';

const UNDO = {
  command: undoDeed,
  during: texts.undoing,
  done: texts.UNDONE,
  inPart: texts.PARTLY_UNDONE,
  failure: { title: texts.NOT_UNDONE, description: texts.FAILED },
};

const REDO = {
  command: redoDeed,
  during: texts.redoing,
  done: texts.REDONE,
  inPart: texts.PARTLY_REDONE,
  failure: { title: texts.NOT_REDONE, description: texts.REDO_FAILED },
};

/** Undoes a deed, says what became of it, and offers to do it again. */
export async function undoAndTell(db: Database, actor: Actor, deed: Deed): Promise<void> {
  await doAndTell(db, actor, deed, UNDO, { label: actions.REDO, onAction: () => void redoAndTell(db, actor, deed) });
}

/** Does again what was undone, and says what became of it. */
export async function redoAndTell(db: Database, actor: Actor, deed: Deed): Promise<void> {
  await doAndTell(db, actor, deed, REDO);
}

type Way = Omit<typeof UNDO, 'command'> & {
  command: (db: Database, actor: Actor, of: { id: string }) => Promise<Outcome<{ left: number }, never, string>>;
};

async function doAndTell(
  db: Database,
  actor: Actor,
  deed: Deed,
  { command, during, done, inPart, failure }: Way,
  action?: { label: string; onAction: () => void },
): Promise<void> {
  const what = describeDeed(deed);
  const reasons = { changed: texts.CHANGED_SINCE, final: texts.FINAL };
  const outcome = await sayWhile(during(what), () =>
    orToast({ ...failure, reasons }, () => command(db, actor, { id: deed.id })),
  );
  if (!outcome) return;
  const { left } = outcome;
  if (left === 0) showToast({ title: done, description: what, tone: 'success', ...(action && { action }) });
  else showToast({ title: inPart, description: texts.stayed(what, left), tone: 'info', ...(action && { action }) });
}
