import { Suspense, useCallback, useMemo, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import type { Order, SortColumn } from '#domain/transactions/transactions';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions/transactions';
import { ArrowDownIcon, ArrowUpIcon } from '#ui/icons';
import { dialogOnDemand, extraOnDemand } from '#ui/on-demand';
import { useOtherSides } from '../transfer/use-other-sides.ts';
import { ariaSort } from './order.ts';
import { RowCells, type TableColumn } from './row-cells.tsx';
import { onEditedRowKey, onRowClick, onRowKey } from './row-gestures.ts';
import type { RowView } from './row-view.ts';
import type { EditInPlace } from './use-edited-row.ts';
import { usePageWindow } from './use-page-window.ts';
import { useRowStates } from './use-row-states.ts';
import type { Selection } from './use-selection.ts';
import './rows.css';
import './row-icons.css';
import './ledger.css';
import './ledger-columns.css';

const RowChoice = extraOnDemand(() => import('./row-choice.tsx'));

/** Loaded when somebody points at a row, or reaches one. */
const RowEditor = dialogOnDemand(() => import('./row-editor.tsx'));
const prepare = () => void RowEditor.preload();

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
  listName: string;
  /** The number of all rows; null while it is unknown. */
  total: number | null;
  order: Order;
  onSort: (column: SortColumn) => void;
  onEnd: () => void;
  view: RowView;
  /** What the account held after each row, in cents; null where that is not shown. */
  balances: ReadonlyMap<string, number> | null;
  inPlace: EditInPlace;
  /** Null while the user does not choose rows. */
  selection: Selection | null;
}) {
  const { rows, total, order, view, balances, inPlace, selection } = props;
  const gestures = { view, inPlace, selection };
  const columns = useColumns(props.columns, rows, view, balances !== null);
  const keys = useMemo(() => rows.map((row) => row.id), [rows]);
  const { listRef, items, before, after, measure } = usePageWindow({
    keys,
    listName: props.listName,
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
            const opens = selection !== null || view.mayChange(row);
            const edited = inPlace.edited?.row.id === row.id ? inPlace.edited : null;
            const close = () => edited && inPlace.close(edited);
            const cells = {
              columns,
              row,
              state: states.get(row.id),
              other: others.get(row.id),
              balance: balances?.get(row.id),
              view,
            };
            return (
              <tr
                key={key}
                ref={measure}
                data-index={index}
                data-row={key}
                aria-rowindex={index + 2}
                tabIndex={edited || selection || !opens ? -1 : 0}
                data-opens={opens || undefined}
                data-edited={edited !== null || undefined}
                onPointerEnter={prepare}
                onFocus={prepare}
                onClick={(event) => edited || onRowClick(event, row, gestures)}
                onKeyDown={(event) => (edited ? onEditedRowKey(event, close) : onRowKey(event, row, gestures))}
              >
                {selection && (
                  <td className="ledger-choice">
                    <Suspense>
                      <RowChoice row={row} selection={selection} />
                    </Suspense>
                  </td>
                )}
                {edited ? (
                  <Suspense fallback={<RowCells {...cells} />}>
                    <RowEditor {...cells} row={edited.row} begin={edited.cell} onClose={close} />
                  </Suspense>
                ) : (
                  <RowCells {...cells} />
                )}
              </tr>
            );
          })}
        </tbody>
        <Gap height={after} />
      </table>
    </div>
  );
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
