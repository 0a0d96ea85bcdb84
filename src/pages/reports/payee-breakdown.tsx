import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { isSamePeriod } from '#domain/dates/dates';
import { formatMoney } from '#domain/money/money';
import type { PayeeSum } from '#domain/reports/payees';
import { type PayeesOf, readPayees } from '#store/queries/report-payees';
import * as failures from '#texts/failures';
import * as texts from '#texts/pages/reports';
import * as terms from '#texts/terms';
import { Alert } from '#ui/alert';
import { Card } from '#ui/card';
import { useDatabase } from '../../session/session.ts';
import { load } from '../../session/use-loaded.ts';
import { HeadCell, ReportTable } from './report-table.tsx';
import { scopeKey } from './use-report-choice.ts';

const FAILURE = { title: failures.TRANSACTIONS_LOAD, description: texts.LOAD_FAILED };

/** So many payees of each type are shown. Who pays more than these wants a sum of the others. */
const SHOWN = 40;

/** Signed sums by payee, the largest first. It reads the rows of the period, so it is read when it is wanted. */
export default function PayeeBreakdown(props: PayeesOf) {
  const { scope, period, filter } = props;
  const db = useDatabase();
  const { kind, id } = scope;
  const { from, to } = period;
  const last = useLiveQuery(
    // Null after a failed read: nothing more is coming.
    async () =>
      (await load(() => readPayees(db, { scope: { kind, id }, period: { from, to }, filter }), FAILURE)) ?? null,
    [db, kind, id, from, to, filter],
  );
  // Until the new sums are read, the last ones are those of another report.
  const read = last && countSame(last, props) ? last : null;
  return (
    <Card aria-labelledby="report-by-payee" aria-busy={last !== null && !read}>
      <chakra.h3 id="report-by-payee" fontSize="md" mb="2">
        {texts.BY_PAYEE}
      </chakra.h3>
      {read?.complete === false && (
        <Alert tone="info" title={texts.ARRIVING_TITLE}>
          {texts.PAYEES_ARRIVING}
        </Alert>
      )}
      <ReportTable aria-labelledby="report-by-payee">
        <thead>
          <tr>
            <HeadCell scope="col">{texts.PAYEE}</HeadCell>
            <HeadCell scope="col" amount from="sm">
              {terms.TRANSACTIONS}
            </HeadCell>
            <HeadCell scope="col" amount>
              {terms.AMOUNT}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {read && (['income', 'expense'] as const).map((type) => <PayeeRows key={type} sums={of(read.sums, type)} />)}
        </tbody>
      </ReportTable>
    </Card>
  );
}

function countSame(one: PayeesOf, other: PayeesOf): boolean {
  return (
    scopeKey(one.scope) === scopeKey(other.scope) &&
    isSamePeriod(one.period, other.period) &&
    one.filter === other.filter
  );
}

function PayeeRows({ sums }: { sums: readonly PayeeSum[] }) {
  const others = sums.slice(SHOWN);
  return (
    <>
      {sums.slice(0, SHOWN).map((sum) => (
        <PayeeRow key={sum.payee} sum={sum} name={sum.payee || texts.NO_PAYEE} />
      ))}
      {others.length > 0 && <PayeeRow sum={together(others)} name={texts.otherPayees(others.length)} />}
    </>
  );
}

function PayeeRow({ sum: { type, cents, count }, name }: { sum: Omit<PayeeSum, 'payee'>; name: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="sum from-sm">{count}</td>
      <td className="sum" data-tone={type === 'income' ? 'income' : undefined}>
        {formatMoney(cents, { sign: 'not_zero' })}
      </td>
    </tr>
  );
}

function of(sums: readonly PayeeSum[], type: PayeeSum['type']): PayeeSum[] {
  return sums.filter((sum) => sum.type === type);
}

function together(sums: readonly PayeeSum[]): Omit<PayeeSum, 'payee'> {
  return {
    type: sums[0]?.type ?? 'expense',
    cents: sums.reduce((all, { cents }) => all + cents, 0),
    count: sums.reduce((all, { count }) => all + count, 0),
  };
}
