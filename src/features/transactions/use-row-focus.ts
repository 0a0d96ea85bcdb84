import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { TransactionRow } from '#domain/rows';

export type RowFocus = {
  /** Attached to the element that contains the list and its filter. It can take the focus itself. */
  panelRef: RefObject<HTMLElement | null>;
  /** Called before the row leaves the list: the focus goes to the row that takes its place. */
  leaving: (row: Pick<TransactionRow, 'id'>) => void;
  /** Called before the row comes back: the focus goes to it. */
  returning: (row: TransactionRow) => void;
};

/** `id` is the row that will go or come back; `target` is the row to focus then. */
type Awaited = { id: string; present: boolean; target: string | undefined };

/**
 * Keeps the focus in the list when the focused button disappears with its row or its toast. It focuses a button of the
 * target row. Without such a button the panel gets the focus, so that the page's keys still work. In an empty list the
 * filter that left none gets it. It does nothing when the user has moved the focus meanwhile.
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

/** The last visible button of a row: it deletes the row or, on a closed card, opens it. */
function buttonOf(panel: HTMLElement, id: string | undefined): HTMLElement | undefined {
  const row = [...panel.querySelectorAll<HTMLElement>('[data-row]')].find((element) => element.dataset.row === id);
  return [...(row?.querySelectorAll('button') ?? [])].filter((button) => !button.closest('[hidden]')).at(-1);
}

/** The field that filters the list. */
export function filterOf(panel: HTMLElement): HTMLElement | null {
  return panel.querySelector<HTMLElement>('input[type=search]');
}
