import { useEffect, useState } from 'react';
import { standingOf } from '#domain/books/reconciling';
import { readAgreements } from '#store/queries/reconciliations';
import * as texts from '#texts/books/reconciling';
import { Button } from '#ui/button';
import { TriangleAlertIcon } from '#ui/icons';
import { useDatabase } from '../../session/session.ts';

/**
 * Says that the account has left the bank's statement, and leads to what changed. It is found out once for each visit:
 * that reads every row of an account that was reconciled, and who changes one here is asked before.
 */
export default function AgreementWarning({ accountId, onShow }: { accountId: string; onShow: () => void }) {
  const db = useDatabase();
  const [disagrees, setDisagrees] = useState(false);
  useEffect(() => {
    let isLeft = false;
    const look = async () => {
      const { agreements, isComplete } = await readAgreements(db, accountId);
      if (!isLeft) setDisagrees(isComplete && standingOf(agreements)?.agrees === false);
    };
    // The card in the details tells a failure; without it nothing is missing here.
    look().catch(() => {});
    return () => {
      isLeft = true;
    };
  }, [db, accountId]);
  if (!disagrees) return null;
  return (
    <Button variant="plain" size="inline" color="warning" onClick={onShow}>
      <TriangleAlertIcon size={16} aria-hidden />
      {texts.DISAGREES}
    </Button>
  );
}
