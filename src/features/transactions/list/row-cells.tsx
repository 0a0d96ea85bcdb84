import { memo, type ReactNode } from 'react';
import { sameLines } from '#domain/money/lines';
import { formatMoney } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import { kindOf } from '#domain/transactions/natures';
import type { RowState } from '#store/queries/rows/row-states';
import type { OtherSide } from '#store/queries/transfers/transfer-sides';
import { SHORT_KINDS } from '#texts/transactions/transaction-kinds';
import { TransferText } from '../transfer/transfer-text.tsx';
import { RowActions } from './row-actions.tsx';
import { RowCategory } from './row-category.tsx';
import { RowMark } from './row-mark.tsx';
import { AmountText, Contributor, DateText, Description } from './row-texts.tsx';
import type { RowView } from './row-view.ts';

export type TableColumn =
  | 'date'
  | 'description'
  | 'category'
  | 'account'
  | 'type'
  | 'contributor'
  | 'amount'
  | 'balance'
  | 'actions';

export interface CellsProps {
  columns: readonly TableColumn[];
  row: TransactionRow;
  state: RowState | undefined;
  /** The other side of a transfer, where the user may see it. */
  other: OtherSide | null | undefined;
  /** Of the account after this row, in cents. */
  balance: number | undefined;
  view: RowView;
}

/**
 * The cells of a row, rendered again only when the row's values have changed. Every read brings new objects with equal
 * values.
 */
export const RowCells = memo(
  function RowCells({ columns, ...cell }: CellsProps) {
    return columns.map((column) => (
      <td key={column} className={`ledger-${column}`}>
        {cellOf(column, cell)}
      </td>
    ));
  },
  (a, b) =>
    a.columns === b.columns &&
    a.state === b.state &&
    a.balance === b.balance &&
    a.view === b.view &&
    sameRow(a.row, b.row) &&
    sameSide(a.other, b.other),
);

function sameSide(a: OtherSide | null | undefined, b: OtherSide | null | undefined): boolean {
  if (!a || !b) return a === b;
  return a.accountName === b.accountName && a.isApart === b.isApart && sameRow(a.row, b.row);
}

function sameRow(a: TransactionRow, b: TransactionRow): boolean {
  if (a === b) return true;
  const sameRest = Object.entries(a).every(([field, value]) => field === 'lines' || b[field] === value);
  return sameRest && (a.lines && b.lines ? sameLines(a.lines, b.lines) : a.lines === b.lines);
}

/** What a column shows of a row. */
export function cellOf(
  column: TableColumn,
  { row, state, other, balance, view }: Omit<CellsProps, 'columns'>,
): ReactNode {
  switch (column) {
    case 'date':
      return <DateText date={row.date} />;
    case 'description':
      return <Description row={row} state={state} view={view} />;
    case 'category':
      return (
        <span className="ledger-category-line">
          <RowMark row={row} />
          {row.nature === 'transfer' ? <TransferText row={row} other={other} leads /> : <RowCategory row={row} />}
        </span>
      );
    case 'account':
      return (
        <span className="ledger-clip" title={view.accountName(row)}>
          {view.accountName(row)}
        </span>
      );
    case 'type':
      return SHORT_KINDS[kindOf(row)];
    case 'contributor':
      return <Contributor row={row} />;
    case 'amount':
      return <AmountText row={row} />;
    case 'balance':
      return balance === undefined ? null : <span className="amount">{formatMoney(balance)}</span>;
    case 'actions':
      return <RowActions row={row} view={view} />;
  }
}
