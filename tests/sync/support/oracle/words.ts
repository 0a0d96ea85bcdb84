/**
 * Whose deed speaks for what stands. An undo takes the word from a deed, and what was there before speaks again. So a
 * later undo may take that back as well (S67l).
 */

export interface Word {
  action: string;
  /** The event by which the server took it. */
  index: number;
  /** The action that it took back; null for a deed of its own. */
  undid: string | null;
  /** Of an undo: what speaks again. Of another deed: what spoke before it. */
  beneath: Word | null;
  /** Of an undo: what spoke before it, and speaks again after a redo. */
  lifted: Word | null;
}

/** The deed says something about what `before` spoke for. */
export function say(
  { action, undoes, index }: Pick<Word, 'action' | 'index'> & { undoes: string | null },
  before: Word | null,
): Word {
  if (undoes !== null && speaksFor(before, undoes)) {
    return { action, index, undid: undoes, beneath: without(before, undoes), lifted: before };
  }
  const isSame = before !== null && before.undid === null && before.action === action;
  return { action, index, undid: null, beneath: isSame ? before.beneath : before, lifted: null };
}

/** Whether the action may be taken back: it stands on top, under undos only. */
export function speaksFor(word: Word | null, action: string): boolean {
  if (word === null) return false;
  if (word.action === action || word.undid === action) return true;
  return word.undid !== null && speaksFor(word.beneath, action);
}

/** The event of the deed that stands, or -1 where all was taken back. */
export function indexOfStanding(word: Word | null): number {
  if (word === null) return -1;
  return word.undid === null ? word.index : indexOfStanding(word.beneath);
}

function without(word: Word | null, action: string): Word | null {
  if (word === null || word.undid === null || word.undid === action) return word?.beneath ?? null;
  return word.action === action ? word.lifted : without(word.beneath, action);
}
