import { chakra } from '@chakra-ui/react';
import { Suspense, useId, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import * as texts from '#texts/transactions/history';
import { Button } from '#ui/button';
import { ChevronDownIcon, ChevronRightIcon } from '#ui/icons';
import { onDemand } from '#ui/on-demand';
import { useAccounts } from '../../session/accounts/use-accounts.ts';
import { useHasHistory } from './use-has-history.ts';

const TransactionHistory = onDemand(() => import('./transaction-history.tsx'));

/**
 * Opens the history of a transaction in its dialog. Only the server has it, and only for people of the account: who has
 * a budget alone, or no login, is offered nothing.
 */
export function HistoryDisclosure({ row, onRestored }: { row: TransactionRow; onRestored: () => void }) {
  const hasHistory = useHasHistory();
  const accounts = useAccounts();
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  if (!hasHistory || !accounts?.some(({ account }) => account.id === row.accountId)) return null;
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <div>
      <Button
        variant="ghost"
        ms="-3"
        px="3"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron aria-hidden />
        {texts.HISTORY}
      </Button>
      {isOpen && (
        <chakra.section id={panelId} aria-label={texts.HISTORY} mt="2">
          <Suspense>
            <TransactionHistory row={row} onRestored={onRestored} />
          </Suspense>
        </chakra.section>
      )}
    </div>
  );
}
