import type { TransactionRow } from '#domain/rows';
import * as texts from '#texts/transactions/choosing';
import type { Selection } from './use-selection.ts';

/** The checkbox of a row. With Shift it chooses all rows from the one that was pressed before. */
export default function RowChoice({ row, selection }: { row: TransactionRow; selection: Selection }) {
  return (
    <label className="ledger-choice-target">
      <input
        type="checkbox"
        readOnly
        aria-label={texts.chooseOne(row.description || row.category)}
        checked={selection.rows.has(row.id)}
        onClick={(event) => selection.toggle(row, event.shiftKey)}
      />
    </label>
  );
}
