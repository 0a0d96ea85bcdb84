/** What the books allow of a transaction's nature, whoever wrote what in which order (S64e, S65a). */
import { accountOf } from './believed.ts';
import { type Case, idIn } from './case.ts';
import type { Deed } from './chronicle.ts';
import { fieldOf, isUncertain, type Row } from './rows.ts';

interface Nature {
  nature: unknown;
  place: unknown;
  category: unknown;
  type: unknown;
}

export function natureOf(row: Row): Nature {
  const [nature, category, type] = ['nature', 'category', 'type'].map((field) => fieldOf(row, field));
  return { nature, category, type, place: accountOf(row) };
}

/** What is not regular keeps its account and category, and a transfer its type (S64e). Only a side becomes regular. */
export function expectKept(row: Row, before: Nature, { complain }: Case): void {
  const after = natureOf(row);
  if (Object.values({ ...before, ...after }).some(isUncertain)) return;
  const { nature } = before;
  if (nature !== after.nature) {
    const isPossible = nature === 'regular' ? after.nature === 'transfer' : nature === 'transfer';
    if (!isPossible) complain(`${row.id} was ${nature} and became ${after.nature}`);
  } else if (nature !== 'regular') {
    if (before.place !== after.place) complain(`${row.id} is ${nature} and changed its account`);
    if (before.category !== after.category) complain(`${row.id} is ${nature} and changed its category`);
    if (nature === 'transfer' && before.type !== after.type) complain(`${row.id} is a transfer and changed its type`);
  }
}

/** A mutation makes both sides of a transfer or none, under an id that no other transfer had before (S65a). */
export function expectBothSides(deeds: readonly Deed[], { believed, index, complain }: Case): void {
  const rows = deeds.flatMap(({ operation }) => {
    const row = operation.kind === 'restore' ? undefined : believed.rows.get(idIn(operation) ?? '');
    return row?.groups.get('nature')?.index === index ? [row] : [];
  });
  for (const [transferId, sides] of Map.groupBy(rows, (row) => fieldOf(row, 'transferId'))) {
    const [one, other, ...more] = sides;
    const ids = sides
      .map(({ id }) => id)
      .sort()
      .join(' ');
    if (typeof transferId !== 'string' || isUncertain(transferId)) continue;
    if (!one || !other || more.length > 0) complain(`not two sides of the transfer ${transferId} were made`);
    else if ((believed.transfers.get(transferId) ?? ids) !== ids) complain(`the transfer ${transferId} was made twice`);
    else if (!isFitting(one, other)) complain(`the sides of the transfer ${transferId} do not fit`);
    believed.transfers.set(transferId, ids);
  }
}

function isFitting(one: Row, other: Row): boolean {
  const values = (field: string) => [fieldOf(one, field), fieldOf(other, field)];
  const [amount, types] = [values('amount'), values('type')];
  if ([...amount, ...types].some(isUncertain)) return true;
  return accountOf(one) !== accountOf(other) && types[0] !== types[1] && amount[0] === amount[1];
}
