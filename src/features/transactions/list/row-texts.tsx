import type { ReactNode } from 'react';
import { formatDate, formatDay } from '#domain/dates/dates';
import { formatSignedAmount } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import type { RowState } from '#store/queries/rows/row-states';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions/row-states';
import { NotesMark } from './notes-mark.tsx';
import type { RowView } from './row-view.ts';
import { StatusButton } from './status-mark.tsx';

export function DateText({ date }: { date: string }) {
  return <time dateTime={date}>{formatDate(date)}</time>;
}

export function DayHeading({ date }: { date: string }) {
  return (
    <h3 className="cards-day">
      <time dateTime={date}>{formatDay(date)}</time>
    </h3>
  );
}

/** The sign tells income from expense. Only income has a colour: most rows are expenses. */
export function AmountText({ row }: { row: TransactionRow }) {
  return (
    <span className="amount" data-type={row.type}>
      {formatSignedAmount(row)}
    </span>
  );
}

/** The e-mail of the row's author, or Anonymous. */
export function Contributor({ row }: { row: TransactionRow }) {
  return (
    <span className="ledger-clip" title={row.userEmail ?? undefined}>
      {row.userEmail || terms.ANONYMOUS}
    </span>
  );
}

/** A description, with a mark when the row has not reached the server. Its status is at the end of the cell. */
export function Description(props: { row: TransactionRow; state: RowState | undefined; view: RowView }) {
  const { row, state, view } = props;
  return (
    <span className="ledger-description-line">
      <span className="ledger-clip" title={row.description}>
        {row.description}
      </span>
      <NotesMark notes={row.notes} />
      {state === 'refused' ? (
        <ProblemButton>
          <StateMark state={state} />
        </ProblemButton>
      ) : (
        <StateMark state={state} />
      )}
      <span className="ledger-status-place">
        <StatusButton row={row} view={view} />
      </span>
    </span>
  );
}

/** Opens the sync panel of the header, which explains what happened to a row. */
export function ProblemButton({ children }: { children: ReactNode }) {
  return (
    <button type="button" className="ledger-problem" popoverTarget="sync-panel">
      {children}
    </button>
  );
}

/** A small clock while a row has not reached the server; a warning when it was refused. */
export function StateMark({ state }: { state: RowState | undefined }) {
  if (!state) return null;
  const label = state === 'waiting' ? texts.WAITING : texts.REFUSED;
  const icon = state === 'waiting' ? 'clock' : 'triangle-alert';
  return (
    <span role="img" aria-label={label} title={label} className="state-mark" data-state={state} data-icon={icon} />
  );
}
