import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import { setStatus } from '#store/commands/transactions/status-set';
import * as failures from '#texts/failures';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';

type Ticked = 'open' | 'cleared';

const FAILURE = { title: failures.TRANSACTION_UPDATE, description: failures.NOT_TICKED };
const NONE: ReadonlyMap<string, Ticked> = new Map();
const NOTHING: ReadonlySet<string> = new Set();

interface Ticks {
  /** The rows with the ticks that are still being stored. */
  rows: readonly TransactionRow[] | undefined;
  tick: (row: TransactionRow) => void;
  tickAll: (rows: readonly TransactionRow[], status: Ticked) => void;
  /** Resolves when the ticks of these rows are stored, also that of an opening balance which nobody touched. */
  stored: (rows: readonly TransactionRow[]) => Promise<void>;
}

/**
 * Ticks are shown at once. Those that come while one is being stored are stored together after it, so that the space
 * bar goes through hundreds of rows without a wait. The first reconciliation of an account begins with a tick at its
 * opening balance, which is stored at the end.
 */
export function useTicks(read: readonly TransactionRow[] | undefined, isFirst: boolean): Ticks {
  const db = useDatabase();
  const actor = useActor();
  const [wanted, setWanted] = useState(NONE);
  /** The rows from which the user took the tick. */
  const [taken, setTaken] = useState(NOTHING);
  const queue = useRef(new Map<string, { row: TransactionRow; status: Ticked }>());
  /** What was stored since the last read. */
  const written = useRef(new Map<string, Ticked>());
  const writing = useRef<Promise<void> | null>(null);

  const storeAll = useCallback(async () => {
    while (queue.current.size > 0) {
      const batch = [...queue.current.values()];
      queue.current = new Map();
      for (const status of ['cleared', 'open'] as const) {
        const rows = batch.flatMap((one) => (one.status === status ? [one.row] : []));
        const isStored = await orToast(FAILURE, () => setStatus(db, actor, { rows, status }));
        if (isStored) for (const { id } of rows) written.current.set(id, status);
        else setWanted(NONE);
      }
    }
    writing.current = null;
  }, [db, actor]);

  const tickAll = useCallback(
    (rows: readonly TransactionRow[], status: Ticked) => {
      setWanted((before) => new Map([...before, ...rows.map(({ id }) => [id, status] as const)]));
      if (status === 'open') setTaken((before) => new Set([...before, ...rows.map(({ id }) => id)]));
      const known = new Map(read?.map((row) => [row.id, row]));
      for (const { id } of rows) {
        const row = known.get(id);
        const standing = written.current.get(id);
        if (row) queue.current.set(id, { row: standing ? { ...row, status: standing } : row, status });
      }
      // Without a wait of its own, the store would be taken for one that is still running.
      if (queue.current.size > 0) writing.current ??= storeAll();
    },
    [read, storeAll],
  );
  const tick = useCallback(
    (row: TransactionRow) => tickAll([row], row.status === 'cleared' ? 'open' : 'cleared'),
    [tickAll],
  );
  useEffect(() => {
    if (!read || writing.current) return;
    written.current.clear();
    setWanted(NONE);
  }, [read]);
  const rows = useMemo(() => {
    const isTicked = (row: TransactionRow) => isFirst && row.nature === 'opening' && !taken.has(row.id);
    const statusOf = (row: TransactionRow) => wanted.get(row.id) ?? (isTicked(row) ? 'cleared' : row.status);
    return wanted === NONE && !isFirst ? read : read?.map((row) => withStatus(row, statusOf(row)));
  }, [read, wanted, taken, isFirst]);
  const stored = useCallback(
    async (ofStatement: readonly TransactionRow[]) => {
      const opening = ofStatement.filter(({ nature }) => nature === 'opening');
      if (opening.length > 0) tickAll(opening, 'cleared');
      await writing.current;
    },
    [tickAll],
  );
  return { rows, tick, tickAll, stored };
}

function withStatus(row: TransactionRow, status: TransactionRow['status']): TransactionRow {
  return status === row.status ? row : { ...row, status };
}
