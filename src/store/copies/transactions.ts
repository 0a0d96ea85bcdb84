/** Transactions of a copy, as the user is to get them. Pure. */
import type { CopyTransaction } from '#copy/format';
import type { Insert, Restore } from '#domain/mutations/operations';
import { NO_ORIGIN, OPEN } from '#domain/rows';
import { linkElsewhere, makeTransfer } from '#domain/transactions/transfers';
import { idIn, type Target } from './targets.ts';

type Row = Restore['row'];

interface TransactionPlan {
  /** Both sides of a transfer are together: the server takes them in one mutation only (S65a). */
  added: Insert[][];
  deleted: Restore[][];
  /** How many are here already. */
  standing: number;
  /** New rows that were sides of a transfer and come without the other side. */
  alone: number;
}

/** `others`: ids in the copy of budgets and reconciliations. */
export function planTransactions(
  transactions: readonly CopyTransaction[],
  targets: ReadonlyMap<string, Target>,
  others: ReadonlySet<string>,
): TransactionPlan {
  const plan: TransactionPlan = { added: [], deleted: [], standing: 0, alone: 0 };
  const groups = Map.groupBy(transactions, ({ id, transferId }) => transferId ?? id);
  for (const group of groups.values()) {
    const sides = group.flatMap((row) => {
      const target = targets.get(row.accountId);
      return target && target.state !== 'waiting' ? [{ row, target, id: idIn(target, row.id) }] : [];
    });
    plan.standing += sides.filter(({ target, id }) => target.standing.has(id)).length;
    const missing = sides.filter(({ target, id }) => !target.standing.has(id));
    const transferId = transferIdOf(group, targets);
    const added = missing.filter(({ target }) => target.state !== 'here');
    const deleted = missing.filter(({ target }) => target.state === 'here');
    // Only both sides together make a transfer.
    const isWhole = transferId !== null && added.length === group.length;
    const isAlone = group[0]?.transferId != null && !isWhole;
    if (isAlone) plan.alone += added.length;
    const inserts = added.map(({ row, target, id }): Insert => {
      const made = restored(row, target, id, others, isWhole ? transferId : null);
      return { kind: 'insert', table: 'transactions', row: made };
    });
    if (isAlone) plan.added.push(...inserts.map((insert) => [insert]));
    else if (inserts.length > 0) plan.added.push(inserts);
    const restores = deleted.map(({ row, target, id }): Restore => {
      const own = transferId ?? (target.isItself ? row.transferId : null);
      return { kind: 'restore', table: 'transactions', row: restored(row, target, id, others, own) };
    });
    if (restores.length > 0) plan.deleted.push(restores);
  }
  return plan;
}

/** The id of a transfer whose two sides are in the copy and fit; null for everything else. */
function transferIdOf(sides: readonly CopyTransaction[], targets: ReadonlyMap<string, Target>): string | null {
  const [one] = sides;
  if (!one?.transferId || !makeTransfer(sides)) return null;
  const [from, to] = sides.toSorted((a) => (a.type === 'expense' ? -1 : 1)).map((row) => targets.get(row.accountId));
  if (!from || !to) return null;
  return idIn({ ...from, isItself: from.isItself && to.isItself }, one.transferId);
}

/** A budget or reconciliation that the copy does not hold is left out. */
function restored(
  { contributor, accountId, ...row }: CopyTransaction,
  target: Target,
  id: string,
  others: ReadonlySet<string>,
  transferId: string | null,
): Row {
  const known = (old: string | null) => (old !== null && others.has(old) ? idIn(target, old) : null);
  const reconciliationId = known(row.reconciliationId);
  const isOpened = row.status === 'reconciled' && reconciliationId === null;
  return {
    ...row,
    ...NO_ORIGIN,
    bankId: row.bankId,
    importedText: row.importedText,
    id,
    accountId: target.id,
    budgetId: known(row.budgetId),
    lines: row.lines?.map((line) => ({ ...line, id: idIn(target, line.id) })) ?? null,
    ...linkElsewhere(row, transferId),
    ...(isOpened ? { ...OPEN, status: 'cleared' } : { reconciliationId }),
  };
}
