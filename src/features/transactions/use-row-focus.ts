import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { TransactionRow } from '#domain/rows';

export type RowFocus = {
  /** Goes on the element that holds the list and its filter; it can take the focus itself. */
  panelRef: RefObject<HTMLElement | null>;
  /** The row is about to leave the list: the focus goes to the row that takes its place. */
  leaving: (row: TransactionRow) => void;
  /** The row is about to come back: the focus goes to it. */
  returning: (row: TransactionRow) => void;
};

/** `id` is the row that is awaited, gone or back; `target` is the row to focus then. */
type Awaited = { id: string; present: boolean; target: string | undefined };

/**
 * Keeps the focus in the list when the button that had it goes with its row or its notice. Where the row to focus has no
 * button the panel gets it, so that the keys of the page still work; where there is no row at all the filter that left none.
 * A focus that the user has moved elsewhere meanwhile stays there.
 */
export function useRowFocus(rows: readonly TransactionRow[] | undefined): RowFocus {
  const panelRef = useRef<HTMLElement | null>(null);
  const awaited = useRef<Awaited | null>(null);
  const latest = useRef(rows);

  useLayoutEffect(() => {
    latest.current = rows;
    const panel = panelRef.current;
    if (!awaited.current || !panel || !rows) return;
    const { id, present, target } = awaited.current;
    if (rows.some((row) => row.id === id) !== present) return;
    awaited.current = null;
    if (document.activeElement !== document.body) return;
    (buttonOf(panel, target) ?? (target ? panel : (filterOf(panel) ?? panel))).focus();
  }, [rows]);

  return useMemo(
    () => ({
      panelRef,
      leaving: ({ id }) => {
        const known = latest.current ?? [];
        const at = known.findIndex((row) => row.id === id);
        awaited.current = { id, present: false, target: (known[at + 1] ?? known[at - 1])?.id };
      },
      returning: ({ id }) => {
        awaited.current = { id, present: true, target: id };
      },
    }),
    [],
  );
}

/** The last button to be seen of a row: it deletes, or on a closed card opens it. */
function buttonOf(panel: HTMLElement, id: string | undefined): HTMLElement | undefined {
  const row = [...panel.querySelectorAll<HTMLElement>('[data-row]')].find((element) => element.dataset.row === id);
  return [...(row?.querySelectorAll('button') ?? [])].filter((button) => !button.closest('[hidden]')).at(-1);
}

function filterOf(panel: HTMLElement): HTMLElement | null {
  return panel.querySelector<HTMLElement>('input[type=search]');
}
