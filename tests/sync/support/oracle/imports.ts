/** Imports that are taken back (S69d), and come again. Against deletions, that counts as an edit (S39j). */
import { leaveOpen, removeWhole } from './believed.ts';
import type { Case } from './case.ts';
import type { Deed } from './chronicle.ts';
import { endImport } from './keys.ts';
import { bringBack, isDeletionDue } from './removals.ts';
import { type Answer, type Row, standing } from './rows.ts';

/** An import that was taken back returns when it is made again. A server forgets that after a year. */
export function noteReturn(row: Row, deed: Deed, { believed, index, isForgetful }: Case): void {
  if (!believed.ended.has(row.id)) return;
  bringBack(row, { ...standing(deed, {}, index, true), isShared: isForgetful }, deed.isAgain);
}

/** `mayGo`: whether the undo that the deed is may take the import away. */
export function deleteImport(row: Row, deed: Deed, given: Case, mayGo: Answer = 'yes'): void {
  const { believed, index, complain } = given;
  const due = both(isDeletionDue(row, deed), mayGo);
  const isGone = isTaken(row, due, given);
  if (isGone === null) {
    for (const key of believed.keys.values()) if (key.importId === row.id) key.isOpen = true;
    leaveOpen(believed, row);
    return;
  }
  if (isGone && due === 'no') complain(`import ${row.id} was deleted, and its author did not know of its return`);
  if (!isGone && due === 'yes') complain(`import ${row.id} was to be deleted`);
  if (!isGone) return;
  removeWhole(believed, row, standing(deed, {}, index, true));
  endImport(believed, row.id);
  believed.ended.add(row.id);
}

function both(one: Answer, other: Answer): Answer {
  if (one === 'no' || other === 'no') return 'no';
  return one === 'yes' ? other : one;
}

/** Whether it was carried out; null where the verdict is on several rows and nobody can tell. */
function isTaken({ id }: Row, due: Answer, { verdict, named, isAlone }: Case): boolean | null {
  if (verdict.status === 'applied') return true;
  if (named.size > 0) return !named.has(id);
  if (isAlone) return false;
  return due === 'either' ? null : due === 'yes';
}
