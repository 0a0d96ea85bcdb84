import { useCallback, useMemo, useState } from 'react';
import type { TransactionRow } from '#domain/rows';

type Rows = ReadonlyMap<string, TransactionRow>;

export interface Selection {
  /** The chosen rows by id, as the list last showed them. */
  rows: Rows;
  /** Chooses the row, or no longer; with `range`, it and all between it and the one before. */
  toggle: (row: TransactionRow, range: boolean) => void;
  /** Chooses what the function makes of the chosen rows. */
  update: (next: (rows: Rows) => Rows) => void;
}

interface SelectionState {
  /** Null while the user does not choose. */
  selection: Selection | null;
  /** Begins to choose, with these rows. */
  start: (rows: readonly TransactionRow[]) => void;
  stop: () => void;
}

interface Chosen {
  /** Tells lists apart: what was chosen in one is not chosen in another. */
  listName: string;
  rows: ReadonlyMap<string, TransactionRow>;
  /** The row that was pressed last. */
  last: string | null;
}

/** Which rows of a list the user has chosen. */
export function useSelection(listName: string, rows: readonly TransactionRow[] | undefined): SelectionState {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const current = chosen?.listName === listName ? chosen : null;
  const toggle = useCallback(
    (row: TransactionRow, range: boolean) =>
      setChosen((before) => before && toggled(before, range ? between(rows ?? [], before.last, row) : [row], row)),
    [rows],
  );
  const update = useCallback<Selection['update']>(
    (next) => setChosen((before) => before && { ...before, rows: next(before.rows) }),
    [],
  );
  const start = useCallback(
    (first: readonly TransactionRow[]) =>
      setChosen({ listName, rows: new Map(first.map((row) => [row.id, row])), last: first[0]?.id ?? null }),
    [listName],
  );
  const stop = useCallback(() => setChosen(null), []);
  const selection = useMemo(
    () => current && { rows: shown(current.rows, rows ?? []), toggle, update },
    [current, rows, toggle, update],
  );
  return { selection, start, stop };
}

/** `row` is pressed: these rows become chosen as it does, or no longer. */
function toggled(before: Chosen, pressed: readonly TransactionRow[], row: TransactionRow): Chosen {
  const next = new Map(before.rows);
  for (const one of pressed) {
    if (before.rows.has(row.id)) next.delete(one.id);
    else next.set(one.id, one);
  }
  return { ...before, rows: next, last: row.id };
}

/** The rows of the list from one to the other, in whatever order; only `row` when the other is not in the list. */
function between(rows: readonly TransactionRow[], last: string | null, row: TransactionRow): readonly TransactionRow[] {
  const [from, to] = [rows.findIndex(({ id }) => id === last), rows.findIndex(({ id }) => id === row.id)];
  if (from < 0 || to < 0) return [row];
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** The chosen rows as the list shows them now: an edit takes what the user sees. */
function shown(chosen: ReadonlyMap<string, TransactionRow>, rows: readonly TransactionRow[]) {
  const now = new Map(chosen);
  for (const row of rows) if (now.has(row.id)) now.set(row.id, row);
  return now;
}
