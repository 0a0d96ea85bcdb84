/**
 * Which way a reversal goes. The standard says that the entry's own direction is that of the money. Some banks write
 * the direction of what they take back, and then only the balances tell.
 */
import type { Part, ReadRow, StatementBalance } from '../statement/statement.ts';
import type { Entry } from './read-entry.ts';

/** Whether the booked entries lead from one balance to the other only with the reversals turned round. */
export function areReversalsTurned(
  entries: readonly Entry[],
  { opening, closing }: { opening: StatementBalance | null; closing: StatementBalance | null },
): boolean {
  if (!opening || !closing || !entries.some(({ isReversal }) => isReversal)) return false;
  let [others, reversals] = [0, 0];
  for (const { read, isReversal } of entries) {
    if ('reason' in read || read.pending) continue;
    if (isReversal) reversals += read.cents;
    else others += read.cents;
  }
  const change = closing.cents - opening.cents;
  return reversals !== 0 && others + reversals !== change && others - reversals === change;
}

/** 0.2.0 took every reversal as the standard says. */
export function turned({ cents, parts, ...row }: ReadRow): ReadRow {
  const turnedParts = parts?.map((part): Part => ({ ...part, cents: -part.cents }));
  const former = { cents, ...(parts && { parts }) };
  return { ...row, cents: -cents, ...(turnedParts && { parts: turnedParts }), former };
}
