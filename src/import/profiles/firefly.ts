/**
 * Firefly III's export of transactions. A line names the account that the money left and the one that it reached. Those
 * that the user owns get a row each, so a transfer has two. Lines of one group are the parts of a split.
 */
import { readAmount } from '../amounts.ts';
import { readDate } from '../dates.ts';
import { type ReadRow, tidyText, type Unreadable } from '../statement.ts';
import { type ExportLine, openExport } from './export-table.ts';
import { Accounts, distinctCategories, type Migration, mergeRows } from './migration.ts';

const COLUMNS = ['group id', 'journal id', 'type', 'amount', 'description', 'date', 'source name', 'destination name'];
const SHOWN = ['date', 'description', 'amount', 'source name', 'destination name'];

/** Accounts of the user. Others are where money is spent and earned. */
const OWN = /^(asset account|default account|loan|debt|mortgage|credit card)$/i;

interface Side {
  account: string;
  row: ReadRow;
}

/** Null when the text is no such table. */
export function readFirefly(text: string): Migration | null {
  const table = openExport(text, COLUMNS);
  if (!table) return null;
  const accounts = new Accounts('firefly');
  accounts.refuseAll(table.unreadable);
  const currency = mostFrequent(table.lines.map(({ get }) => get('currency code')));
  for (const group of Map.groupBy(table.lines, ({ get }) => get('group id')).values()) {
    const sides = group.flatMap((line): Side[] => {
      const read = readLine(line, currency);
      if (!('reason' in read)) return read;
      accounts.refuse(line.get('source name'), line, read.reason, SHOWN);
      return [];
    });
    for (const { account, row } of mergeSides(sides, group[0])) accounts.add(account, row);
  }
  const categories = distinctCategories(table.lines.map(({ get }) => ({ name: get('category') })));
  return { app: 'firefly', statements: accounts.statements, categories, budgets: [], questions: [] };
}

/** A split has one account and one day. Transfers stay apart, because each has another side. */
function mergeSides(sides: readonly Side[], first: ExportLine | undefined): readonly Side[] {
  const [side] = sides;
  if (!side || sides.length < 2) return sides;
  const isSplit = sides.every(
    ({ account, row }) => account === side.account && row.date === side.row.date && row.transfer === undefined,
  );
  const rows = sides.map(({ row }) => row);
  const merged = isSplit ? mergeRows(rows, tidyText(first?.get('group title') ?? '')) : null;
  return merged ? [{ account: side.account, row: merged }] : sides;
}

function readLine(line: ExportLine, currency: string): Side[] | { reason: Unreadable } {
  const { get } = line;
  const date = readDate(get('date'), 'year-first');
  if ('reason' in date) return date;
  const amount = readAmount(get('amount'), '.');
  if ('reason' in amount) return amount;
  if (get('currency code') !== currency) return { reason: 'other_currency' };
  const [from, to] = [ownName(line, 'source'), ownName(line, 'destination')];
  // The other side has its amount in its own currency.
  const isForeign = to !== null && from !== null && !['', currency].includes(get('foreign currency code'));
  if ((from === null && to === null) || isForeign) return { reason: isForeign ? 'other_currency' : 'debit_or_credit' };
  const cents = Math.abs(amount.cents);
  const [out, into]: Side[][] = [
    from === null
      ? []
      : [{ account: from, row: sideRow(line, date.date, -cents, get('destination name'), to !== null) }],
    to === null ? [] : [{ account: to, row: sideRow(line, date.date, cents, get('source name'), from !== null) }],
  ];
  return [...(out ?? []), ...(into ?? [])];
}

function ownName({ get }: ExportLine, side: 'source' | 'destination'): string | null {
  return OWN.test(get(`${side} type`)) ? get(`${side} name`) : null;
}

function sideRow({ line, get }: ExportLine, date: string, cents: number, other: string, isTransfer: boolean): ReadRow {
  const isOpening = /^opening balance$/i.test(get('type'));
  const category = get('category');
  return {
    line,
    date,
    cents,
    text: tidyText(get('description')),
    bankId: get('journal id'),
    ...(isTransfer && { transfer: other }),
    ...(!isTransfer && !isOpening && other && { payee: other }),
    ...(!isTransfer && category && { category }),
    ...(isOpening && { opening: true }),
    status: /^(1|true)$/i.test(get('reconciled')) ? 'reconciled' : 'open',
  };
}

function mostFrequent(texts: readonly string[]): string {
  const counts = [...Map.groupBy(texts, (text) => text)].map(([text, same]) => ({ text, count: same.length }));
  return counts.sort((a, b) => b.count - a.count)[0]?.text ?? '';
}
