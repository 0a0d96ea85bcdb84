import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import type { EditableCell } from './plain-row.ts';

interface Edited {
  /** Tells lists apart: who looks at another list edits no row of it. */
  listName: string;
  row: TransactionRow;
  /** Its place among the rows. */
  at: number;
  /** Where the editing began. */
  cell: EditableCell;
}

export interface EditInPlace {
  edited: Omit<Edited, 'listName'> | null;
  open: (row: TransactionRow, cell: EditableCell) => void;
  /** The focus stays at the row, also where a new date moves it. */
  close: () => void;
}

/**
 * Which row of a list is edited in its place. `rows` are those to show: an edited row stays among them, also when it
 * was deleted elsewhere or is found no more, because what is typed into it stays.
 */
export function useEditedRow(
  listName: string,
  found: readonly TransactionRow[] | undefined,
  panel: RefObject<HTMLElement | null>,
): EditInPlace & { rows: readonly TransactionRow[] | undefined } {
  const [last, setEdited] = useState<Edited | null>(null);
  const edited = last?.listName === listName ? last : null;
  const rows = useMemo(() => found && withEdited(found, edited), [found, edited]);
  const latest = useRef(rows);
  const left = useRef<string | null>(null);

  useLayoutEffect(() => {
    latest.current = rows;
    const { activeElement, body } = document;
    if (left.current !== null && activeElement === body) rowIn(panel.current, left.current)?.focus(STILL);
  }, [rows, panel]);

  const open = useCallback(
    (row: TransactionRow, cell: EditableCell) => {
      left.current = null;
      const at = latest.current?.findIndex(({ id }) => id === row.id) ?? 0;
      setEdited({ listName, row, cell, at: Math.max(at, 0) });
    },
    [listName],
  );
  const close = useCallback(() => {
    const id = last?.row.id;
    if (id !== undefined) rowIn(panel.current, id)?.focus(STILL);
    left.current = id ?? null;
    setEdited(null);
  }, [last, panel]);
  return { rows, edited, open, close };
}

const STILL = { preventScroll: true };

function withEdited(rows: readonly TransactionRow[], edited: Edited | null): readonly TransactionRow[] {
  if (!edited || rows.some(({ id }) => id === edited.row.id)) return rows;
  return rows.toSpliced(edited.at, 0, edited.row);
}

function rowIn(panel: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return panel?.querySelector<HTMLElement>(`tr[data-row="${id}"]`);
}
