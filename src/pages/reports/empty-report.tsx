import { Link } from '@tanstack/react-router';
import { ADD_TRANSACTION } from '#texts/actions';
import * as texts from '#texts/pages/reports';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { EmptyState } from '#ui/empty-state';
import { ChartPieIcon } from '#ui/icons';
import { toAdd } from '../../features/transactions/quick-entry/to-add.ts';
import { useAddableAccounts } from '../../session/accounts/use-addable-accounts.ts';

/** What a report without transactions says in the place of its sums. */
export function EmptyReport() {
  const mayAdd = (useAddableAccounts()?.accounts ?? []).length > 0;
  return (
    <Card>
      <EmptyState
        icon={<ChartPieIcon />}
        title={texts.EMPTY_TITLE}
        action={
          mayAdd && (
            <Button asChild>
              <Link to="." search={toAdd}>
                {ADD_TRANSACTION}
              </Link>
            </Button>
          )
        }
      >
        {texts.EMPTY_EXPLANATION}
      </EmptyState>
    </Card>
  );
}
