import { useMemo, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import type { RowState } from '#store/queries/rows/row-states';
import type { OtherSide } from '#store/queries/transfers/transfer-sides';
import * as terms from '#texts/terms';
import * as lineTexts from '#texts/transactions/lines';
import * as texts from '#texts/transactions/transactions';
import { CheckIcon } from '#ui/icons';
import { TransferText } from '../transfer/transfer-text.tsx';
import { useOtherSides } from '../transfer/use-other-sides.ts';
import { groupByDay, withoutDays } from './day-groups.ts';
import { NotesMark } from './notes-mark.tsx';
import { RowActions } from './row-actions.tsx';
import { categoryBeside, categoryText, SplitLines } from './row-category.tsx';
import { RowMark } from './row-mark.tsx';
import { AmountText, Contributor, DateText, DayHeading, ProblemButton, StateMark } from './row-texts.tsx';
import type { RowView } from './row-view.ts';
import { StatusMark } from './status-mark.tsx';
import { useLongPress } from './use-long-press.ts';
import { usePageWindow } from './use-page-window.ts';
import { useRowStates } from './use-row-states.ts';
import type { Selection } from './use-selection.ts';
import './rows.css';
import './row-icons.css';
import './cards.css';

const DAY_HEIGHT = 24;
const ENTRY_HEIGHT = 49;

/**
 * The ledger on a narrow screen: cards, with a heading for each day. One tap opens a row for editing. A row that the
 * user may not change, and a refused one, opens to its whole description, date, contributor and actions. `byDay` is off
 * when the rows are not ordered by date.
 */
export function TransactionCards(props: {
  rows: readonly TransactionRow[];
  listName: string;
  byDay: boolean;
  onEnd: () => void;
  view: RowView;
  /** The rows may be of several accounts, so each names its own. */
  withAccounts: boolean;
  /** Null while the user does not choose rows. */
  selection: Selection | null;
  /** Begins to choose, with this row. */
  onChoose: (row: TransactionRow) => void;
}) {
  const { rows, byDay, view, withAccounts, selection, onChoose } = props;
  const [openId, setOpenId] = useState<string | null>(null);
  const list = useMemo(() => (byDay ? groupByDay(rows) : withoutDays(rows)), [rows, byDay]);
  const keys = useMemo(() => list.map((item) => item.key), [list]);
  const { listRef, items, before, after, measure } = usePageWindow({
    keys,
    listName: props.listName,
    estimate: (index) => (list[index]?.kind === 'day' ? DAY_HEIGHT : ENTRY_HEIGHT),
    onEnd: props.onEnd,
  });
  const shown = items.flatMap(({ index }) => {
    const item = list[index];
    return item?.kind === 'row' ? [item.row] : [];
  });
  const states = useRowStates(shown.map(({ id }) => id));
  const others = useOtherSides(shown);

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
                  other={others.get(item.row.id)}
                  open={openId === item.row.id}
                  onToggle={() => setOpenId(openId === item.row.id ? null : item.row.id)}
                  view={view}
                  withAccount={withAccounts}
                  selection={selection}
                  onChoose={onChoose}
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
  other: OtherSide | null | undefined;
  open: boolean;
  onToggle: () => void;
  view: RowView;
  withAccount: boolean;
  selection: Selection | null;
  onChoose: (row: TransactionRow) => void;
}) {
  const { row, state, other, view, withAccount, selection, onChoose } = props;
  // What became of a refused row comes before another try.
  const unfolds = !selection && (state === 'refused' || !view.mayChange(row));
  const open = unfolds && props.open;
  const detailsId = `entry-${row.id}`;
  const press = useLongPress(selection ? null : () => onChoose(row));
  const chosen = selection?.rows.has(row.id) ?? false;
  const does = unfolds ? { 'aria-expanded': open, 'aria-controls': detailsId } : { 'aria-haspopup': 'dialog' as const };
  return (
    <div className="card" data-open={open || undefined} data-chosen={chosen || undefined} {...press}>
      <button
        type="button"
        className="card-face"
        {...(selection ? { 'aria-pressed': chosen } : does)}
        onClick={(event) => {
          if (selection) selection.toggle(row, event.shiftKey);
          else if (unfolds) props.onToggle();
          else view.edit(row);
        }}
      >
        {selection && <span className="card-choice">{chosen && <CheckIcon size={16} aria-hidden />}</span>}
        <RowMark row={row} />
        <span className="card-words">
          <span className="card-title">
            <span className="ledger-clip">{row.description || categoryText(row)}</span>
            <StatusMark status={row.status} />
            <NotesMark notes={row.notes} />
            <StateMark state={state} />
          </span>
          <CardNote row={row} other={other} view={view} withAccount={withAccount} isOpen={open} />
        </span>
        <AmountText row={row} />
      </button>
      {row.lines && <SplitLines title={lineTexts.LINES} lines={row.lines} />}
      {unfolds && <CardDetails id={detailsId} row={row} state={state} other={other} isOpen={open} view={view} />}
    </div>
  );
}

/** What an open card tells, with the actions. */
function CardDetails(props: {
  id: string;
  row: TransactionRow;
  state: RowState | undefined;
  other: OtherSide | null | undefined;
  isOpen: boolean;
  view: RowView;
}) {
  const { id, row, state, other, isOpen, view } = props;
  return (
    <div id={id} className="card-details" hidden={!isOpen}>
      <div className="card-facts">
        <DateText date={row.date} />
        <Contributor row={row} />
        {row.nature === 'transfer' && <TransferText row={row} other={other} leads />}
      </div>
      {state === 'refused' && <ProblemButton>{texts.WHAT_HAPPENED}</ProblemButton>}
      <RowActions row={row} view={view} />
    </div>
  );
}

/** The line below the title. An open card names the contributor elsewhere; in one's own account nobody else writes. */
function CardNote(props: {
  row: TransactionRow;
  other: OtherSide | null | undefined;
  view: RowView;
  withAccount: boolean;
  isOpen: boolean;
}) {
  const { row, other, view, withAccount, isOpen } = props;
  const isFirstEmpty = row.nature !== 'transfer' && categoryBeside(row) === '';
  return (
    <span className="card-note">
      {row.nature === 'transfer' ? (
        <TransferText row={row} other={other} />
      ) : (
        <span className="ledger-clip">{categoryBeside(row)}</span>
      )}
      {withAccount && (
        <>
          {!isFirstEmpty && <span aria-hidden>·</span>}
          <span className="ledger-clip">{view.accountName(row)}</span>
        </>
      )}
      {!isOpen && view.isShared(row) && (
        <>
          {(withAccount || !isFirstEmpty) && <span aria-hidden>·</span>}
          <Contributor row={row} />
        </>
      )}
    </span>
  );
}
