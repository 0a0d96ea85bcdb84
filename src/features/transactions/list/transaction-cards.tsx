import { useMemo, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import type { RowState } from '#store/queries/row-states';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions';
import { groupByDay, withoutDays } from './day-groups.ts';
import { RowActions } from './row-actions.tsx';
import { AmountText, Contributor, DateText, DayHeading, ProblemButton, StateMark } from './row-texts.tsx';
import type { RowView } from './row-view.ts';
import { usePageWindow } from './use-page-window.ts';
import { useRowStates } from './use-row-states.ts';
import './ledger.css';

const DAY_HEIGHT = 40;
const ENTRY_HEIGHT = 69;

/**
 * The ledger on a narrow screen: cards, with a heading for each day. One tap opens a row for editing. A row that the
 * user may not change, and a refused one, opens to its whole description, date, contributor and actions. `byDay` is off
 * when the rows are not ordered by date.
 */
export function TransactionCards(props: {
  rows: readonly TransactionRow[];
  byDay: boolean;
  onEnd: () => void;
  view: RowView;
  /** The rows may be of several accounts, so each names its own. */
  withAccounts: boolean;
}) {
  const { rows, byDay, view, withAccounts } = props;
  const [openId, setOpenId] = useState<string | null>(null);
  const list = useMemo(() => (byDay ? groupByDay(rows) : withoutDays(rows)), [rows, byDay]);
  const keys = useMemo(() => list.map((item) => item.key), [list]);
  const { listRef, items, before, after, measure } = usePageWindow({
    keys,
    estimate: (index) => (list[index]?.kind === 'day' ? DAY_HEIGHT : ENTRY_HEIGHT),
    onEnd: props.onEnd,
  });
  const states = useRowStates(
    items.flatMap(({ index }) => {
      const item = list[index];
      return item?.kind === 'row' ? [item.row.id] : [];
    }),
  );

  return (
    <div ref={listRef}>
      <ul className="cards" aria-label={terms.TRANSACTIONS} style={{ paddingTop: before, paddingBottom: after }}>
        {items.map(({ index, key }) => {
          const item = list[index];
          if (!item) return null;
          return (
            <li key={key} ref={measure} data-index={index} data-row={key}>
              {item.kind === 'day' ? (
                <DayHeading date={item.date} />
              ) : (
                <EntryCard
                  row={item.row}
                  state={states.get(item.row.id)}
                  open={openId === item.row.id}
                  onToggle={() => setOpenId(openId === item.row.id ? null : item.row.id)}
                  view={view}
                  withAccount={withAccounts}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function EntryCard(props: {
  row: TransactionRow;
  state: RowState | undefined;
  open: boolean;
  onToggle: () => void;
  view: RowView;
  withAccount: boolean;
}) {
  const { row, state, view, withAccount } = props;
  // What became of a refused row comes before another try.
  const unfolds = state === 'refused' || !view.mayChange(row);
  const open = unfolds && props.open;
  const detailsId = `entry-${row.id}`;
  return (
    <div className="card" data-open={open || undefined}>
      <button
        type="button"
        className="card-face"
        {...(unfolds ? { 'aria-expanded': open, 'aria-controls': detailsId } : { 'aria-haspopup': 'dialog' })}
        onClick={() => (unfolds ? props.onToggle() : view.edit(row))}
      >
        <span className="card-words">
          <span className="card-title">
            <span className="ledger-clip">{row.description || row.category}</span>
            <StateMark state={state} />
          </span>
          <span className="card-note">
            <span>{row.category}</span>
            {withAccount && (
              <>
                <span aria-hidden>·</span>
                <span className="ledger-clip">{view.accountName(row)}</span>
              </>
            )}
            {!open && (
              <>
                <span aria-hidden>·</span>
                <Contributor row={row} />
              </>
            )}
          </span>
        </span>
        <AmountText row={row} />
      </button>
      {unfolds && (
        <div id={detailsId} className="card-details" hidden={!open}>
          <div className="card-facts">
            <DateText date={row.date} />
            <Contributor row={row} />
          </div>
          {state === 'refused' && <ProblemButton>{texts.WHAT_HAPPENED}</ProblemButton>}
          <RowActions row={row} view={view} />
        </div>
      )}
    </div>
  );
}
