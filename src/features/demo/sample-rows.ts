/** Transactions of the sample data. Their ids and amounts are the same for everybody. */

import { nameId } from '#domain/ids/name-id';
import { SPLIT } from '#domain/money/lines';
import type { Insert } from '#domain/mutations/operations';
import { TRANSACTION_DEFAULTS, type TransactionLine } from '#domain/rows';
import { TRANSFER } from '#domain/transactions/transfers';
import type { Line, SampleTransfer } from '#texts/device/sample-data';

export type SampleRow = Extract<Insert, { table: 'transactions' }>['row'];

/** One transaction of a line. `seed` decides which of its names it has, and its amount. */
export function sampleRow(accountId: string, line: Line, { date, seed }: { date: string; seed: number }): SampleRow {
  const { category, names, cents, spread = 0, type = 'expense', refund = false } = line;
  const description = names[seed % names.length] ?? category;
  // Amounts look random but are the same for everybody: a fixed walk through the numbers below a hundred.
  const amount = cents + Math.round((spread * ((seed * 37) % 100)) / 100);
  const id = nameId(`demo:${accountId}:${date}:${category}:${description}:${amount}`);
  const lines = line.split ? partsOf(id, amount, line.split) : null;
  return {
    id,
    createdAt: `${date}T12:00:00.000Z`,
    accountId,
    type,
    amount,
    date,
    description,
    category: lines ? SPLIT : category,
    notes: '',
    budgetId: null,
    ...TRANSACTION_DEFAULTS,
    refund,
    lines,
  };
}

function partsOf(id: string, amount: number, parts: NonNullable<Line['split']>): TransactionLine[] {
  let left = amount;
  return parts.map(({ category, share, note = '' }, at) => {
    const cents = at === parts.length - 1 ? left : Math.round((amount * share) / 100);
    left -= cents;
    return { id: nameId(`${id}:${category}`), category, cents, note };
  });
}

/** Both sides of a transfer. It arrives on the day on which it leaves. */
export function transferRows(
  fromId: string,
  toId: string,
  { name, day, cents }: SampleTransfer,
  date: string,
): { from: SampleRow; to: SampleRow } {
  const line = { category: TRANSFER, names: [name], days: [day], cents };
  const shared = { nature: 'transfer', transferId: nameId(`demo:transfer:${date}`) } as const;
  return {
    from: { ...sampleRow(fromId, line, { date, seed: 0 }), ...shared },
    to: { ...sampleRow(toId, { ...line, type: 'income' }, { date, seed: 0 }), ...shared },
  };
}
