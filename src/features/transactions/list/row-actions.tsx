import type { TransactionRow } from '#domain/rows';
import * as actions from '#texts/actions';
import * as texts from '#texts/transactions/quick-entry';
import type { RowView } from './row-view.ts';

/** On a button of a row: marks it as cleared, or takes that back. */
export const CLEARED_KEY = 'c';

/** Edit, repeat and delete of one row; empty when the user may not change it. */
export function RowActions({ row, view }: { row: TransactionRow; view: RowView }) {
  if (!view.mayChange(row)) return null;
  const named = row.description || row.category;
  return (
    <div className="ledger-buttons">
      <button
        type="button"
        className="ledger-button"
        data-icon="pencil"
        onClick={() => view.edit(row)}
        aria-label={actions.editOf(named)}
        aria-keyshortcuts={view.maySetStatus(row) ? CLEARED_KEY : undefined}
      />
      {view.mayRepeat(row) ? (
        <button
          type="button"
          className="ledger-button"
          data-icon="copy-plus"
          onClick={() => view.repeat(row)}
          aria-label={texts.sameAs(named)}
          title={texts.SAME_AGAIN}
        />
      ) : (
        <span className="ledger-button-place" />
      )}
      <button
        type="button"
        className="ledger-button"
        data-icon="trash-2"
        onClick={() => view.remove(row)}
        aria-label={actions.deleteOf(named)}
      />
    </div>
  );
}
