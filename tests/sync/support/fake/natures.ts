/** What a nature forbids, for the in-memory server: the SQL functions `check_nature` and `check_sides`. */
import type { TransactionRow } from '#domain/rows';
import { Refused } from './refused.ts';
import type { Work } from './work.ts';

/** `before` is null for a new row. `wasSide`: the row is restored, and was this side of the transfer (S65c). */
export function checkNature(
  work: Work,
  before: TransactionRow | null,
  after: TransactionRow,
  { isRename = false, wasSide = false } = {},
) {
  checkForm(after);
  if (after.nature === 'transfer' && after.transferId !== before?.transferId) {
    if (before && before.nature !== 'regular') refuse();
    if (!wasSide) work.sides.set(after.id, { isNew: before === null });
  } else if (before && after.nature !== before.nature) {
    if (before.nature !== 'transfer' || after.nature !== 'regular') refuse();
  } else if (before && after.nature !== 'regular') checkKept(work, before, after, isRename);
}

function checkForm({ nature, budgetId, transferId }: TransactionRow) {
  const isSide = nature === 'transfer';
  if ((nature !== 'regular' && budgetId !== null) || isSide !== (transferId !== null)) refuse();
}

/** Account and category stay, and the type of a transfer (S64e). */
function checkKept(work: Work, before: TransactionRow, after: TransactionRow, isRename: boolean) {
  const turns = after.type !== before.type && (before.nature === 'transfer' || work.device === null);
  const isNamed = after.category !== before.category && !isRename;
  if (turns || isNamed || after.accountId !== before.accountId) refuse();
}

function refuse(): never {
  throw new Refused('invalid');
}

/**
 * At the end of a mutation: whoever makes a side makes both, under a new id, or under the one that both had before
 * (S65a).
 */
export function checkSides(work: Work) {
  const made = [...work.sides.keys()].map((id) => work.state.tables.transactions.get(id));
  for (const [transferId, sides] of Map.groupBy(made, (row) => row?.transferId ?? null)) {
    const [one, other] = sides;
    if (transferId === null || !one || !other || sides.length > 2) refuse();
    const fit = one.accountId !== other.accountId && one.type !== other.type && one.amount === other.amount;
    const both = [one.id, other.id].sort().join(' ');
    const before = work.state.transfers.get(transferId);
    const isBack = before === both && sides.every((side) => side && work.sides.get(side.id)?.isNew);
    if (!fit || (before !== undefined && !isBack)) refuse();
    work.spendTransfer(transferId, both);
  }
}
