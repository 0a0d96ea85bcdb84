import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import { filterOf } from '../use-row-focus.ts';
import type { EditableCell } from './plain-row.ts';

/** One edit of a row in its place. */
interface EditedRow {
  /** Tells lists apart: who looks at another list edits no row of it. */
  listName: string;
  row: TransactionRow;
  /** Its place among the rows. */
  at: number;
  /** Where the editing began. */
  cell: EditableCell;
}

export interface EditInPlace {
  edited: EditedRow | null;
  open: (row: TransactionRow, cell: EditableCell) => void;
  /** Ends this edit. Another one, which began before this one was saved, goes on. */
  close: (edited: EditedRow) => void;
}

/**
 * Which row of a list is edited in its place. `rows` are those to show: an edited row stays where it is, also when it
 * gets another date elsewhere, is deleted there or is found no more.
 */
export function useEditedRow(
  listName: string,
  found: readonly TransactionRow[] | undefined,
  panel: RefObject<HTMLElement | null>,
): EditInPlace & { rows: readonly TransactionRow[] | undefined } {
  const [edited, setEdited] = useState<EditedRow | null>(null);
  // Who comes back to a list begins anew.
  if (edited && edited.listName !== listName) setEdited(null);
  const rows = useMemo(() => found && withEdited(found, edited), [found, edited]);
  const latest = useRef(rows);
  const left = useRef<EditedRow | null>(null);

  useLayoutEffect(() => {
    latest.current = rows;
    if (!left.current || !panel.current) return;
    const { activeElement, body } = document;
    if (activeElement === body) keepPlace(panel.current, left.current, rows ?? []);
    else if (activeElement !== rowIn(panel.current, left.current.row.id)) left.current = null;
  }, [rows, panel]);

  const open = useCallback(
    (row: TransactionRow, cell: EditableCell) => {
      left.current = null;
      const at = latest.current?.findIndex(({ id }) => id === row.id) ?? 0;
      setEdited({ listName, row, cell, at: Math.max(at, 0) });
    },
    [listName],
  );
  const close = useCallback(
    (ended: EditedRow) => {
      setEdited((now) => (now === ended ? null : now));
      const { activeElement, body } = document;
      // While it was saved, the user may have gone elsewhere.
      if (activeElement !== body && !rowIn(panel.current, ended.row.id)?.contains(activeElement)) return;
      left.current = ended;
      if (panel.current) keepPlace(panel.current, ended, latest.current ?? []);
    },
    [panel],
  );
  return { rows, edited, open, close };
}

/** Gives the focus to the row, or to the one at its place where it is out of reach. */
function keepPlace(panel: HTMLElement, { row, at }: EditedRow, rows: readonly TransactionRow[]): void {
  const next = rows[Math.min(at, rows.length - 1)];
  const target = rowIn(panel, row.id) ?? (next ? rowIn(panel, next.id) : filterOf(panel));
  (target ?? panel).focus(STILL);
}

const STILL = { preventScroll: true };

/** Nobody else moves the row in which somebody types, nor takes it away. */
function withEdited(rows: readonly TransactionRow[], edited: EditedRow | null): readonly TransactionRow[] {
  if (!edited || rows[edited.at]?.id === edited.row.id) return rows;
  const now = rows.find(({ id }) => id === edited.row.id) ?? edited.row;
  return rows.filter((row) => row !== now).toSpliced(edited.at, 0, now);
}

function rowIn(panel: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return panel?.querySelector<HTMLElement>(`tr[data-row="${id}"]`);
}
