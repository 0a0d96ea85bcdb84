import type { TransactionRow } from '#domain/rows';

/** Whether all of the row stands in cells that one may edit. Any other row is edited in its dialog. */
export function isPlain({ nature, lines, status }: TransactionRow): boolean {
  return nature === 'regular' && !lines && status !== 'reconciled';
}

/** The cells in which a plain row is edited. */
const EDITABLE = ['date', 'description', 'category', 'amount'] as const;

export type EditableCell = (typeof EDITABLE)[number];

/** The cell of a row in which this element is, if it can be edited. */
export function editableCellOf(element: Element): EditableCell | undefined {
  const cell = element.closest('td');
  return EDITABLE.find((column) => cell?.classList.contains(`ledger-${column}`));
}
