import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { type Explanation, explanationOf, surplusOf } from '#domain/books/difference';
import { checkStatement, type StatementField, type StatementProblem } from '#domain/books/reconciling';
import { formatDate } from '#domain/dates/dates';
import { readDate } from '#domain/dates/written-date';
import { signedCents } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import { addAdjustment } from '#store/commands/reconciling/adjustment-add';
import { finishReconciliation } from '#store/commands/reconciling/reconciliation-finish';
import { readOpenRows } from '#store/queries/reconciliations';
import * as texts from '#texts/books/reconciling';
import * as failures from '#texts/failures';
import * as problemTexts from '#texts/field-problems';
import { showToast } from '#ui/toast';
import { type FormDraft, useKeepDraft } from '../../session/drafts/with-draft.tsx';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';
import { useNewDay, useToday } from '../dates/use-today.ts';
import { useTicks } from './use-ticks.ts';

export interface Typed {
  date: string;
  balance: string;
}

export interface Reconciling {
  typed: Typed;
  /** More is typed than the form begins with. */
  worth: boolean;
  /** What is wrong at each field; of a balance that is still empty only after the user tried to finish. */
  errors: Partial<Record<StatementField, string>>;
  change: (typed: Partial<Typed>) => void;
  /** Rows up to the statement's date that no reconciliation names, oldest first; undefined until the first read. */
  rows: readonly TransactionRow[] | undefined;
  /** False while older months are still to come. */
  isComplete: boolean;
  tick: (row: TransactionRow) => void;
  tickAll: ReturnType<typeof useTicks>['tickAll'];
  ticked: number;
  /** Statement minus what is reconciled and ticked, in cents; null without a statement. */
  difference: number | null;
  /** The rows without a tick that are the difference. */
  explanation: Explanation<TransactionRow> | null;
  /** Ticked rows of which each alone is the difference; a hint, because they may be on the statement all the same. */
  surplus: readonly TransactionRow[];
  finish: () => Promise<void>;
  addDifference: () => Promise<void>;
}

/** A comparison of the account with a statement. The ticks are statuses of the rows, so they outlive it. */
export function useReconciling(
  accountId: string,
  last: string | null,
  draft: FormDraft<Typed>,
  onFinished: () => void,
): Reconciling {
  const db = useDatabase();
  const actor = useActor();
  const day = useToday();
  const [typed, setTyped] = useState<Typed>(draft.kept?.values ?? { date: day, balance: '' });
  useNewDay((today, before) => {
    if (typed.balance === '' && typed.date === before) setTyped({ ...typed, date: today });
  });
  const worth = typed.balance !== '' || typed.date !== day;
  useKeepDraft(draft, { values: typed, worth });
  const open = useLiveQuery(() => readOpenRows(db, accountId), [db, accountId]);
  const date = readDate(typed.date, day) ?? typed.date;
  const checked = checkStatement({ date, balance: typed.balance }, { today: day, last });
  const until = checked.ok ? checked.date : day;
  const ticks = useTicks(open?.rows, last === null);
  const rows = ticks.rows?.filter((row) => row.date <= until);
  const cleared = rows?.filter(({ status }) => status === 'cleared') ?? [];
  const sum = cleared.reduce((cents, row) => cents + signedCents(row), open?.reconciled ?? 0);
  const difference = checked.ok && open ? checked.balance - sum : null;
  const unticked = rows?.filter(({ status }) => status === 'open') ?? [];

  return {
    typed,
    worth,
    errors: checked.ok ? {} : errorTexts(checked.errors, typed, last),
    change: (change) => setTyped({ ...typed, ...change }),
    rows,
    isComplete: open?.isComplete ?? true,
    tick: ticks.tick,
    tickAll: ticks.tickAll,
    ticked: cleared.length,
    difference,
    explanation: difference === null ? null : explanationOf(difference, unticked),
    surplus: difference === null ? [] : surplusOf(difference, cleared),
    finish: async () => {
      if (!checked.ok || difference !== 0) return;
      const { balance } = checked;
      await ticks.stored(cleared);
      const finished = await orToast({ title: failures.RECONCILIATION_SAVE, description: texts.NOT_FINISHED }, () => {
        const statement = { accountId, date: until, balance, rows: cleared };
        return finishReconciliation(db, { ...actor, draft: draft.keeper.saved() }, statement);
      });
      if (!finished) return;
      showToast({ title: texts.FINISHED_TITLE, description: texts.agreesSince(formatDate(until)), tone: 'success' });
      void draft.keeper.drop();
      onFinished();
    },
    addDifference: async () => {
      if (!difference) return;
      const words = { category: texts.ADJUSTMENT, description: texts.ADJUSTMENT_DESCRIPTION };
      await orToast({ title: failures.TRANSACTION_SAVE, description: texts.NOT_ADDED }, () =>
        addAdjustment(db, actor, { accountId, cents: difference, date: until, ...words }),
      );
    },
  };
}

function errorTexts(
  errors: Partial<Record<StatementField | 'form', StatementProblem>>,
  { balance }: Typed,
  last: string | null,
): Partial<Record<StatementField, string>> {
  const texted: Partial<Record<StatementField, string>> = {};
  if (errors.date) texted.date = dateText(errors.date, last);
  // Nobody is told of a field that they have not come to yet.
  if (errors.balance && balance.trim() !== '') texted.balance = balanceText(errors.balance);
  return texted;
}

function dateText(problem: StatementProblem, last: string | null): string {
  if (problem === 'in_future') return texts.IN_FUTURE;
  return problem === 'too_early' ? texts.tooEarly(formatDate(last ?? '')) : problemTexts.DATE_NOT_A_DATE;
}

function balanceText(problem: StatementProblem): string {
  if (problem === 'too_many_decimals') return problemTexts.AMOUNT_TOO_PRECISE;
  return problem === 'other_currency' ? problemTexts.OTHER_CURRENCY : texts.NOT_A_BALANCE;
}
