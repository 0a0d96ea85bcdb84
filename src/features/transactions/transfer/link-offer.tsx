import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { formatDate } from '#domain/dates/dates';
import type { TransactionRow } from '#domain/rows';
import { transferCandidates } from '#store/queries/transfers/transfer-candidates';
import * as sentences from '#texts/transactions/transfer-forms';
import * as texts from '#texts/transactions/transfers';
import { Button } from '#ui/button';
import { ArrowLeftRightIcon } from '#ui/icons';
import { useActor, useDatabase } from '../../../session/session.ts';
import { useTransferCommands } from './use-transfer-commands.ts';

/** As many as can be told apart at a glance; the nearest days come first. */
const SHOWN = 5;

/** Offers to make a transfer of two transactions, where another one fits. */
export function LinkOffer({ row, onLinked }: { row: TransactionRow; onLinked: () => void }) {
  const db = useDatabase();
  const { userId } = useActor();
  const { link } = useTransferCommands();
  const [open, setOpen] = useState(false);
  const candidates = useLiveQuery(() => transferCandidates(db, userId, row), [db, userId, row]) ?? [];
  if (candidates.length === 0) return null;
  return (
    <chakra.div>
      <Button variant="plain" size="inline" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ArrowLeftRightIcon aria-hidden />
        {texts.LINK}
      </Button>
      {open && (
        <chakra.ul listStyle="none" mt="2" display="grid" gap="1.5" aria-label={texts.LINK}>
          {candidates.slice(0, SHOWN).map((other) => (
            <li key={other.row.id}>
              <Button
                variant="outline"
                block
                justifyContent="start"
                onClick={async () => {
                  if (await link([row, other.row])) onLinked();
                }}
              >
                <chakra.span truncate>
                  {sentences.candidate(other.accountName, formatDate(other.row.date), other.row.description)}
                </chakra.span>
              </Button>
            </li>
          ))}
        </chakra.ul>
      )}
    </chakra.div>
  );
}
