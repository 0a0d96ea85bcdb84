/**
 * Firefly III's export of transactions. A line names the account that the money left and the one that it reached. Those
 * that the user owns get a row each, so a transfer has two. Lines of one group are the parts of a split.
 */
import { readAmount } from '../statement/amounts.ts';
import { mainCurrency, otherCurrencies } from '../statement/currencies.ts';
import { readDate } from '../statement/dates.ts';
import { type ReadRow, tidyText, type Unreadable } from '../statement/statement.ts';
import { type ExportLine, openExport } from './export-table.ts';
import { Accounts, distinctCategories, type Migration, splitRows } from './migration.ts';

const COLUMNS = ['group id', 'journal id', 'type', 'amount', 'description', 'date', 'source name', 'destination name'];
const SHOWN = ['date', 'description', 'amount', 'source name', 'destination name'];

/** Accounts of the user. Others are where money is spent and earned. */
const OWN = /^(asset account|default account|loan|debt|mortgage|credit card)$/i;
const DEBT = /^(loan|debt|mortgage)$/i;

interface Side {
  account: string;
  row: ReadRow;
}

/** Null when the text is no such table. */
export function readFirefly(text: string): Migration | null {
  const table = openExport(text, COLUMNS);
  if (!table) return null;
  const currency = mainCurrency(table.lines.map(({ get }) => get('currency code'))) ?? '';
  const accounts = new Accounts('firefly', otherCurrencies([currency]));
  accounts.refuseAll(table.unreadable);
  for (const group of Map.groupBy(table.lines, ({ get }) => get('group id')).values()) {
    const sides = group.flatMap((line): Side[] => {
      const read = readLine(line, currency);
      if (!('reason' in read)) return read;
      accounts.refuse(line.get('source name'), line, read.reason, SHOWN);
      return [];
    });
    for (const { account, row } of mergeSides(sides, group[0]?.get('group title') ?? '')) accounts.add(account, row);
  }
  for (const { get } of table.lines) {
    for (const side of ['source', 'destination'])
      if (DEBT.test(get(`${side} type`))) accounts.setKind(get(`${side} name`), 'loan');
  }
  const categories = distinctCategories(table.lines.map(({ get }) => ({ name: get('category') })));
  return { app: 'firefly', statements: accounts.statements, categories, budgets: [], questions: [] };
}

/** A split has one account and one day. */
function mergeSides(sides: readonly Side[], title: string): Side[] {
  const splits = Map.groupBy(sides, ({ account, row }) => `${account}\n${row.date}`);
  return [...splits.values()].flatMap((some) => {
    const rows = splitRows(
      some.map(({ row }) => row),
      tidyText(title),
    );
    return rows.map((row) => ({ account: some[0]?.account ?? '', row }));
  });
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
  const isOpening = /^(opening balance|liability credit)$/i.test(get('type'));
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
