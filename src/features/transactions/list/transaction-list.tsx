import { Suspense } from 'react';
import type { TransactionRow } from '#domain/rows';
import type { Order } from '#domain/transactions/transactions';
import { onDemand } from '#ui/on-demand';
import { orderAfterClick } from './order.ts';
import type { TableColumn } from './row-cells.tsx';
import type { RowView } from './row-view.ts';
import { TransactionsTable } from './transactions-table.tsx';
import type { EditInPlace } from './use-edited-row.ts';
import type { Selection } from './use-selection.ts';

const TransactionCards = onDemand(async () => ({
  default: (await import('./transaction-cards.tsx')).TransactionCards,
}));

/** The rows: a table on a wide screen, cards on a narrow one. */
export function TransactionList(props: {
  wide: boolean;
  columns: readonly TableColumn[];
  rows: readonly TransactionRow[];
  listName: string;
  total: number | null;
  order: Order;
  onOrder: (order: Order) => void;
  onEnd: () => void;
  view: RowView;
  /** What the account held after each row; null where that is not shown. Only the table shows it. */
  balances: ReadonlyMap<string, number> | null;
  withAccounts: boolean;
  inPlace: EditInPlace;
  selection: Selection | null;
  onChoose: (row: TransactionRow) => void;
}) {
  const { wide, columns, rows, listName, total, order, onOrder, onEnd, view, balances } = props;
  const { withAccounts, inPlace, selection, onChoose } = props;
  if (wide) {
    return (
      <TransactionsTable
        columns={columns}
        rows={rows}
        listName={listName}
        total={total}
        order={order}
        onSort={(column) => onOrder(orderAfterClick(order, column))}
        onEnd={onEnd}
        view={view}
        balances={balances}
        inPlace={inPlace}
        selection={selection}
      />
    );
  }
  return (
    <Suspense>
      <TransactionCards
        rows={rows}
        listName={listName}
        byDay={order.column === 'date'}
        onEnd={onEnd}
        view={view}
        withAccounts={withAccounts}
        selection={selection}
        onChoose={onChoose}
      />
    </Suspense>
  );
}
