import type { TransactionRow } from '#domain/rows';
import { readTransfer, type Transfer } from '#store/queries/transfers/transfer';
import * as failures from '#texts/failures';
import { useActor, useDatabase } from '../../../session/session.ts';
import { useLoaded } from '../../../session/use-loaded.ts';

const FAILURE = { title: failures.TRANSACTIONS_LOAD };

/** The transfer that a row is a side of; undefined until the first read. */
export function useTransfer(row: TransactionRow): Transfer | undefined {
  const db = useDatabase();
  const { userId } = useActor();
  return useLoaded(() => readTransfer(db, userId, row), [db, userId, row], FAILURE);
}
