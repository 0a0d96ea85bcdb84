/** What must hold of the rows of a ledger wherever they are, whoever wrote them in which order. */
import type { ReconciliationRow, TransactionRow } from '#domain/rows';
import { sideOf } from './fold.ts';

interface Ledger {
  transactions: readonly TransactionRow[];
  reconciliations: readonly Pick<ReconciliationRow, 'id' | 'accountId'>[];
}

/** What is wrong with rows that somebody has as a whole, in words. */
export function wrongInBooks({ transactions, reconciliations }: Ledger): string[] {
  const places = new Map(reconciliations.map(({ id, accountId }) => [id, accountId]));
  const wrong = transactions.flatMap((row) => [
    ...wrongLines(row),
    ...wrongNature(row),
    ...wrongRefund(row),
    ...wrongStatus(row, places.get(row.reconciliationId ?? '')),
  ]);
  return [...wrong, ...wrongTransfers(transactions)];
}

function wrongLines({ id, amount, category, budgetId, nature, lines }: TransactionRow): string[] {
  if (!lines) return [];
  const sum = lines.reduce((cents, line) => cents + line.cents, 0);
  return [
    ...(sum === amount ? [] : [`the lines of ${id} are ${sum}, not ${amount}`]),
    ...(lines.length >= 2 ? [] : [`${id} is split into ${lines.length}`]),
    ...(new Set(lines.map((line) => line.id)).size === lines.length ? [] : [`${id} has a line twice`]),
    ...(category === 'Split' ? [] : [`${id} is split and called ${category}`]),
    ...(nature === 'regular' && budgetId === null ? [] : [`${id} is split and no plain transaction`]),
  ];
}

function wrongNature({ id, nature, transferId, budgetId }: TransactionRow): string[] {
  return [
    ...((nature === 'transfer') === (transferId !== null)
      ? []
      : [`${id} is ${nature} with the transfer ${transferId}`]),
    ...(nature === 'regular' || budgetId === null ? [] : [`${id} is ${nature} and a contribution`]),
  ];
}

/** Only a plain transaction of one category is money that came back (S78b). */
function wrongRefund({ id, refund, nature, lines, budgetId }: TransactionRow): string[] {
  const isPlain = nature === 'regular' && lines === null && budgetId === null;
  return refund && !isPlain ? [`${id} is a refund and no plain transaction`] : [];
}

function wrongStatus({ id, accountId, status, reconciliationId }: TransactionRow, place: string | undefined): string[] {
  if (status !== 'reconciled') return reconciliationId === null ? [] : [`${id} is ${status} and in a reconciliation`];
  return place === accountId ? [] : [`${id} names the reconciliation ${reconciliationId} of ${place}`];
}

/** At most two rows are sides of a transfer: one in each account, one in each direction. */
function wrongTransfers(rows: readonly TransactionRow[]): string[] {
  const sides = rows.filter(({ transferId }) => transferId !== null);
  return [...Map.groupBy(sides, ({ transferId }) => transferId)].flatMap(([id, [one, other, ...more]]) => {
    if (more.length > 0) return [`the transfer ${id} has ${more.length + 2} sides`];
    if (!one || !other) return [];
    return one.accountId !== other.accountId && one.type !== other.type ? [] : [`the sides of ${id} do not fit`];
  });
}

/** What is wrong with rows that somebody has through a budget alone: they must tell no more than the budget does. */
export function wrongInBudget(rows: readonly TransactionRow[]): string[] {
  return rows.flatMap(({ id, nature, status, reconciliationId, amount, description, notes, lines, ...row }) => {
    const sum = lines?.reduce((cents, line) => cents + line.cents, 0) ?? amount;
    return [
      ...(nature === 'regular' ? [] : [`${id} of a budget is ${nature}`]),
      ...(status === 'open' && reconciliationId === null ? [] : [`${id} of a budget is ${status}`]),
      ...(row.bankId === null && row.importId === null && row.importedText === null
        ? []
        : [`${id} of a budget tells where it comes from`]),
      ...(sum === amount ? [] : [`${id} of a budget tells the whole amount`]),
      ...(lines && (description || notes) ? [`${id} of a budget tells the words of a split`] : []),
    ];
  });
}

/** What of a row the budget shows to somebody who has nothing else: null where it does not cover any of it. */
export function shownInBudget(
  budget: { id: string; accountId: string; categoryName: string | null; categoryType: string | undefined },
  row: TransactionRow,
): TransactionRow | null {
  if (row.accountId !== budget.accountId || row.nature !== 'regular') return null;
  const side = sideOf(row);
  const isOfBudget = (category: string) =>
    budget.categoryName === null || (category === budget.categoryName && side === budget.categoryType);
  const origin = { bankId: null, importId: null, importedText: null };
  const open = { ...row, ...origin, status: 'open', reconciliationId: null } as const;
  if (!row.lines) return row.budgetId === budget.id || isOfBudget(row.category) ? open : null;
  const lines = row.lines.filter(({ category }) => isOfBudget(category)).sort((a, b) => (a.id < b.id ? -1 : 1));
  if (lines.length === 0) return null;
  const amount = lines.reduce((cents, line) => cents + line.cents, 0);
  const category = budget.categoryName ?? 'Split';
  const createdAt = `${row.date}T00:00:00.000Z`;
  return { ...open, lines, amount, category, createdAt, description: '', notes: '' };
}
