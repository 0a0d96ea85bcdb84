import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useCallback, useMemo, useState } from 'react';
import { sameLines } from '#domain/money/lines';
import { formatMoney } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import { kindOf } from '#domain/transactions/natures';
import type { Order, SortColumn } from '#domain/transactions/transactions';
import type { RowState } from '#store/queries/rows/row-states';
import type { OtherSide } from '#store/queries/transfers/transfer-sides';
import * as terms from '#texts/terms';
import { SHORT_KINDS } from '#texts/transactions/transaction-kinds';
import * as texts from '#texts/transactions/transactions';
import { ArrowDownIcon, ArrowUpIcon } from '#ui/icons';
import { shortcutKey } from '#ui/shortcut-key.ts';
import { TransferText } from '../transfer/transfer-text.tsx';
import { useOtherSides } from '../transfer/use-other-sides.ts';
import { ariaSort } from './order.ts';
import { CLEARED_KEY, RowActions } from './row-actions.tsx';
import { RowCategory } from './row-category.tsx';
import { RowChoice } from './row-choice.tsx';
import { RowMark } from './row-mark.tsx';
import { AmountText, Contributor, DateText, Description } from './row-texts.tsx';
import type { RowView } from './row-view.ts';
import { usePageWindow } from './use-page-window.ts';
import { useRowStates } from './use-row-states.ts';
import type { Selection } from './use-selection.ts';
import './rows.css';
import './ledger.css';
import './ledger-columns.css';

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

type Heading = { label: string; sortsBy?: SortColumn };

const HEADINGS: Record<TableColumn, Heading> = {
  date: { label: terms.DATE, sortsBy: 'date' },
  description: { label: terms.DESCRIPTION, sortsBy: 'description' },
  category: { label: terms.CATEGORY, sortsBy: 'category' },
  account: { label: terms.ACCOUNT },
  type: { label: terms.TYPE, sortsBy: 'type' },
  contributor: { label: texts.CONTRIBUTOR },
  amount: { label: terms.AMOUNT, sortsBy: 'amount' },
  balance: { label: texts.BALANCE_AFTER },
  actions: { label: terms.ACTIONS },
};

/** As in `ledger.css`: a row has room for a thumb where there is no mouse. To ask takes as long as to draw a row. */
function useRowHeight(): () => number {
  const [height] = useState(() => (window.matchMedia('(pointer: coarse)').matches ? 45 : 40));
  return useCallback(() => height, [height]);
}

/**
 * The ledger as a table that renders only the rows near the viewport. The caller decides order and filter, and loads
 * further rows (`onEnd`).
 */
export function TransactionsTable(props: {
  columns: readonly TableColumn[];
  rows: readonly TransactionRow[];
  /** The number of all rows; null while it is unknown. */
  total: number | null;
  order: Order;
  onSort: (column: SortColumn) => void;
  onEnd: () => void;
  view: RowView;
  /** What the account held after each row, in cents; null where that is not shown. */
  balances: ReadonlyMap<string, number> | null;
  /** Null while the user does not choose rows. */
  selection: Selection | null;
}) {
  const { rows, total, order, view, balances, selection } = props;
  const columns = useColumns(props.columns, rows, view, balances !== null);
  const keys = useMemo(() => rows.map((row) => row.id), [rows]);
  const { listRef, items, before, after, measure } = usePageWindow({
    keys,
    estimate: useRowHeight(),
    onEnd: props.onEnd,
  });
  const states = useRowStates(items.flatMap(({ index }) => keys[index] ?? []));
  const others = useOtherSides(items.flatMap(({ index }) => rows[index] ?? []));

  return (
    <div
      ref={listRef}
      className="ledger"
      data-columns={columns.length + (selection ? 1 : 0)}
      data-choosing={selection !== null || undefined}
    >
      <table aria-rowcount={total === null ? -1 : total + 1}>
        <caption className="ledger-caption">{terms.TRANSACTIONS}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {selection && <td className="ledger-choice" />}
            {columns.map((column) => (
              <ColumnHeading key={column} column={column} order={order} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <Gap height={before} />
        <tbody>
          {items.map(({ index, key }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <tr
                key={key}
                ref={measure}
                data-index={index}
                data-row={key}
                aria-rowindex={index + 2}
                data-opens={selection !== null || view.mayChange(row) || undefined}
                onClick={(event) => openByClick(event, row, view, selection)}
                onKeyDown={(event) => toggleByKey(event, row, view)}
              >
                {selection && (
                  <td className="ledger-choice">
                    <RowChoice row={row} selection={selection} />
                  </td>
                )}
                <Cells
                  columns={columns}
                  row={row}
                  state={states.get(row.id)}
                  other={others.get(row.id)}
                  balance={balances?.get(row.id)}
                  view={view}
                />
              </tr>
            );
          })}
        </tbody>
        <Gap height={after} />
      </table>
    </div>
  );
}

/** The key `c` on a button of a row says that it was seen on the bank's statement, or takes that back. */
function toggleByKey(event: KeyboardEvent, row: TransactionRow, view: RowView) {
  const { altKey, ctrlKey, metaKey } = event;
  if (shortcutKey(event) !== CLEARED_KEY || altKey || ctrlKey || metaKey || !view.maySetStatus(row)) return;
  event.preventDefault();
  view.toggleCleared(row);
}

const CONTROLS = 'a, button, input, label, summary';

/**
 * A click beside the controls of a row opens it, or chooses it while rows are chosen. A click that ends the marking of
 * text does neither. The focus returns to the row's button.
 */
function openByClick(event: MouseEvent<HTMLElement>, row: TransactionRow, view: RowView, selection: Selection | null) {
  const { target, currentTarget, shiftKey } = event;
  if (target instanceof Element && target.closest(CONTROLS)) return;
  // Shift marks text between two clicks, which here chooses the rows between them.
  if (getSelection()?.isCollapsed === false && !(selection && shiftKey)) return;
  if (selection) return selection.toggle(row, shiftKey);
  if (!view.mayChange(row)) return;
  currentTarget.querySelector<HTMLElement>('.ledger-button')?.focus({ preventScroll: true });
  view.edit(row);
}

/** Leaves out the actions when the user may change none of the rows. The balance stands after the amount. */
function useColumns(all: readonly TableColumn[], rows: readonly TransactionRow[], view: RowView, withBalance: boolean) {
  const changeable = useMemo(() => rows.some((row) => view.mayChange(row)), [rows, view]);
  return useMemo(
    () =>
      all.flatMap((column): readonly TableColumn[] => {
        if (column === 'actions' && !changeable) return [];
        return column === 'amount' && withBalance ? ['amount', 'balance'] : [column];
      }),
    [all, changeable, withBalance],
  );
}

type CellsProps = {
  columns: readonly TableColumn[];
  row: TransactionRow;
  state: RowState | undefined;
  /** The other side of a transfer, where the user may see it. */
  other: OtherSide | null | undefined;
  /** Of the account after this row, in cents. */
  balance: number | undefined;
  view: RowView;
};

/**
 * The cells of a row, rendered again only when the row's values have changed. Every read brings new objects with equal
 * values.
 */
const Cells = memo(
  function Cells({ columns, ...cell }: CellsProps) {
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

function cellOf(column: TableColumn, { row, state, other, balance, view }: Omit<CellsProps, 'columns'>): ReactNode {
  switch (column) {
    case 'date':
      return <DateText date={row.date} />;
    case 'description':
      return <Description row={row} state={state} view={view} />;
    case 'category':
      return (
        <span className="ledger-category-line">
          <RowMark row={row} size={14} />
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

function ColumnHeading({
  column,
  order,
  onSort,
}: {
  column: TableColumn;
  order: Order;
  onSort: (by: SortColumn) => void;
}) {
  const { label, sortsBy } = HEADINGS[column];
  if (!sortsBy) {
    return (
      <th scope="col" className={`ledger-${column}`}>
        {label}
      </th>
    );
  }
  const sorted = ariaSort(order, sortsBy);
  return (
    <th scope="col" className={`ledger-${column}`} aria-sort={sorted}>
      <button type="button" onClick={() => onSort(sortsBy)} data-sorted={sorted !== 'none' || undefined}>
        {label}
        {sorted === 'descending' ? <ArrowDownIcon size={14} aria-hidden /> : <ArrowUpIcon size={14} aria-hidden />}
      </button>
    </th>
  );
}

/**
 * Takes the place of rows that are not rendered, so that the page keeps its height. Its cell spans no columns: those
 * that are hidden would get width.
 */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true" className="ledger-gap">
      <tr>
        <td style={{ height }} />
      </tr>
    </tbody>
  );
}
