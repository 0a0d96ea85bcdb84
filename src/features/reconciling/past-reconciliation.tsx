import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Agreement } from '#domain/books/reconciling';
import { formatDate, formatMoment } from '#domain/dates/dates';
import { formatMoney } from '#domain/money/money';
import type { ReconciliationChange } from '#domain/rows';
import { findTransaction } from '#store/queries/rows/transactions';
import * as texts from '#texts/books/reconciling';
import { Button } from '#ui/button';
import { MoneyText } from '#ui/money-text';
import { emailName, personName } from '../../session/person-name.ts';
import { useActor, useDatabase, useSession } from '../../session/session.ts';

/** One statement: its balance, whether the account still agrees with it, and if not, who did what to its rows. */
export function PastReconciliation(props: {
  accountId: string;
  agreement: Agreement;
  /** False while the sums are not known. */
  isKnown: boolean;
  onUndo?: () => void;
}) {
  const { accountId, agreement, isKnown, onUndo } = props;
  const { reconciliation, difference, own } = agreement;
  const { date, balance, createdAt, userId, userEmail, changes } = reconciliation;
  const me = useActor();
  const isLocal = useSession().status === 'on_device';
  return (
    <chakra.li py="2" borderTopWidth="1px" borderColor="line">
      <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="3" rowGap="1">
        <span>{texts.statementOf(formatDate(date))}</span>
        <MoneyText>{formatMoney(balance)}</MoneyText>
      </chakra.div>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        justifyContent="space-between"
        columnGap="3"
        color="fg.muted"
        fontSize="sm"
      >
        <span>{texts.madeBy(personName({ userId, email: userEmail }, me), formatMoment(createdAt))}</span>
        {isKnown && (
          <span>{difference === 0 ? texts.AGREES : texts.offBy(formatMoney(difference, { sign: 'always' }))}</span>
        )}
      </chakra.div>
      {isKnown && own !== 0 && (
        <chakra.ul listStyleType="none" mt="1" fontSize="sm">
          {changes.map((change) => (
            <Action key={`${change.rowId} ${change.at}`} accountId={accountId} change={change} />
          ))}
          {changes.length === 0 && <li>{isLocal ? texts.CHANGED_HERE : texts.NOT_KNOWN_YET}</li>}
        </chakra.ul>
      )}
      {onUndo && (
        <Button variant="plain" size="inline" onClick={onUndo}>
          {texts.UNDO_RECONCILIATION}
        </Button>
      )}
    </chakra.li>
  );
}

/** Who did what to which row. A row that is still here has its name. */
function Action({ accountId, change }: { accountId: string; change: ReconciliationChange }) {
  const db = useDatabase();
  const me = useActor();
  const { rowId, at, by, kind, description, amount } = change;
  const row = useLiveQuery(() => findTransaction(db, rowId, { accountId }), [db, rowId, accountId]);
  const which = (description ?? row?.description) || texts.A_TRANSACTION;
  const was = amount === null ? '' : formatMoney(amount);
  return <li>{texts.madeBy(texts.action(emailName(by, me), kind, which, was), formatMoment(at))}</li>;
}
