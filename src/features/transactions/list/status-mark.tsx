import type { Status, TransactionRow } from '#domain/rows';
import * as actions from '#texts/actions';
import * as terms from '#texts/terms';
import { CLEARED_KEY } from './row-actions.tsx';
import type { RowView } from './row-view.ts';

/** How far a row is agreed with the bank; nothing while it is open. */
export function StatusMark({ status }: { status: Status }) {
  if (status === 'open') return null;
  const icon = status === 'cleared' ? 'check' : 'circle-check';
  const label = terms.STATUSES[status];
  return <span role="img" aria-label={label} title={label} className="state-mark" data-icon={icon} />;
}

/**
 * The mark as a button that clears an open row and opens a cleared one. Who may not set the status sees the mark
 * alone, and so does everybody on a reconciled row. By keyboard the row's other buttons do the same, so that Tab has no
 * third stop in each row.
 */
export function StatusButton({ row, view }: { row: TransactionRow; view: RowView }) {
  if (row.status === 'reconciled' || !view.maySetStatus(row)) return <StatusMark status={row.status} />;
  const isCleared = row.status === 'cleared';
  return (
    <button
      type="button"
      tabIndex={-1}
      className="ledger-status"
      aria-label={actions.clearedOf(row.description || row.category)}
      aria-pressed={isCleared}
      aria-keyshortcuts={CLEARED_KEY}
      title={isCleared ? terms.STATUSES.cleared : actions.MARK_CLEARED}
      onClick={() => view.toggleCleared(row)}
    />
  );
}
