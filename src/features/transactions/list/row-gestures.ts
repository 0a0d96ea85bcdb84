import type { KeyboardEvent, MouseEvent } from 'react';
import type { TransactionRow } from '#domain/rows';
import { isTyping } from '#ui/is-typing.ts';
import { shortcutKey } from '#ui/shortcut-key.ts';
import { editableCellOf, isPlain } from './plain-row.ts';
import { CLEARED_KEY } from './row-actions.tsx';
import type { RowView } from './row-view.ts';
import type { EditInPlace } from './use-edited-row.ts';
import type { Selection } from './use-selection.ts';

/** What a table does when somebody points at one of its rows, or presses a key there. */
export interface RowGestures {
  view: RowView;
  inPlace: EditInPlace;
  /** Null while the user does not choose rows. */
  selection: Selection | null;
}

const CONTROLS = 'a, button, input, label, summary';

/**
 * A click on a cell of a plain row edits it there. Beside these cells, and on any other row, it opens the dialog; the
 * focus then returns to the row's button. While rows are chosen it chooses the row. A click on a control, or one that
 * ends the marking of text, does nothing of this.
 */
export function onRowClick(event: MouseEvent<HTMLElement>, row: TransactionRow, gestures: RowGestures) {
  const { target, currentTarget, shiftKey } = event;
  const { view, inPlace, selection } = gestures;
  if (!(target instanceof Element) || target.closest(CONTROLS)) return;
  // Shift marks text between two clicks, which here chooses the rows between them.
  if (getSelection()?.isCollapsed === false && !(selection && shiftKey)) return;
  if (selection) return selection.toggle(row, shiftKey);
  if (!view.mayChange(row)) return;
  const cell = editableCellOf(target);
  // A finger needs larger fields than a row has.
  if (cell && isPlain(row) && !matchMedia('(pointer: coarse)').matches) {
    currentTarget.focus({ preventScroll: true });
    inPlace.open(row, cell);
    return;
  }
  currentTarget.querySelector<HTMLElement>('.ledger-button')?.focus({ preventScroll: true });
  view.edit(row);
}

/**
 * On the row itself, Enter edits it and arrows go to the rows beside it. On the row or one of its buttons, `c` says
 * that it was seen on the bank's statement, or takes that back.
 */
export function onRowKey(event: KeyboardEvent<HTMLElement>, row: TransactionRow, gestures: RowGestures) {
  const { view, inPlace, selection } = gestures;
  const { altKey, ctrlKey, metaKey, target, currentTarget } = event;
  if (altKey || ctrlKey || metaKey || isTyping(target)) return;
  const key = shortcutKey(event);
  if (key === CLEARED_KEY && view.maySetStatus(row)) {
    event.preventDefault();
    view.toggleCleared(row);
  }
  // A click gives the focus also to a row that Tab passes over.
  if (target !== currentTarget || selection) return;
  if (event.key === 'Enter' && view.mayChange(row)) {
    event.preventDefault();
    // The key that saved an edit is still down.
    if (event.repeat) return;
    if (isPlain(row)) inPlace.open(row, 'description');
    else view.edit(row);
  }
  const next = besideBy(event.key, currentTarget);
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

function besideBy(key: string, { nextElementSibling, previousElementSibling }: HTMLElement): Element | null {
  if (key === 'ArrowDown') return nextElementSibling;
  return key === 'ArrowUp' ? previousElementSibling : null;
}

/**
 * In a row that is edited, Escape leaves it, unless it has just closed a list or a calendar there. As long as its
 * fields are on their way, no letter is a key of the page.
 */
export function onEditedRowKey(event: KeyboardEvent<HTMLElement>, close: () => void) {
  if (event.target === event.currentTarget) event.stopPropagation();
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  close();
}
