import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { standingOf } from '#domain/books/reconciling';
import { accountScope } from '#domain/ids/scopes';
import { isWhole } from '#store/queries/accounts/whole-scope';
import { readAgreements } from '#store/queries/reconciliations';
import * as texts from '#texts/books/reconciling';
import { Button } from '#ui/button';
import { TriangleAlertIcon } from '#ui/icons';
import { useDatabase } from '../../session/session.ts';

/**
 * Says that the account has left the bank's statement, and leads to what changed. That reads every row of an account
 * that was reconciled. So an account that agrees is read once for each visit, and another one again when its balance
 * changes. `balance` is in cents.
 */
export default function AgreementWarning(props: { accountId: string; balance: number; onShow: () => void }) {
  const { accountId, balance, onShow } = props;
  const db = useDatabase();
  const isComplete = useLiveQuery(() => isWhole(db, accountScope(accountId)), [db, accountId], false);
  const [agrees, setAgrees] = useState<boolean | null>(null);
  const seen = agrees === true ? null : balance;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the balance alone tells that rows have changed.
  useEffect(() => {
    if (!isComplete) return;
    let isLeft = false;
    const look = async () => {
      const { agreements } = await readAgreements(db, accountId);
      if (!isLeft) setAgrees(standingOf(agreements)?.agrees ?? true);
    };
    // The card in the details tells a failure; without it nothing is missing here.
    look().catch(() => {});
    return () => {
      isLeft = true;
    };
  }, [db, accountId, isComplete, seen]);
  if (agrees !== false) return null;
  return (
    <Button variant="plain" size="inline" color="warning" onClick={onShow}>
      <TriangleAlertIcon size={16} aria-hidden />
      {texts.DISAGREES}
    </Button>
  );
}
