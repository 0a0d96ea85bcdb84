/**
 * Actual's CSV export of one account or all. The payee of a transfer is the name of the other account. A split has a
 * line of its own, without an amount, above the lines that it is split into.
 */
import { readAmount } from '../statement/amounts.ts';
import { readDate } from '../statement/dates.ts';
import { joinTexts, type ReadRow, type Unreadable } from '../statement/statement.ts';
import { type ExportLine, openExport } from './export-table.ts';
import {
  Accounts,
  distinctCategories,
  type ExportedCategory,
  type Migration,
  nameCategories,
  splitRows,
} from './migration.ts';

const COLUMNS = ['account', 'date', 'payee', 'notes', 'category', 'amount', 'cleared'];
const SHOWN = ['date', 'payee', 'notes', 'amount'];

const SPLIT_INTO = /^\(SPLIT INTO (\d{1,4})\)\s*/;
const SPLIT_OF = /^\(SPLIT (\d{1,4}) OF (\d{1,4})\)\s*/;

/** Null when the text is no such table. */
export function readActual(text: string): Migration | null {
  const table = openExport(text, COLUMNS);
  if (!table) return null;
  const names = new Set(table.lines.map(({ get }) => get('account')));
  const used = table.lines.map(categoryOf);
  const named = nameCategories(used);
  const accounts = new Accounts('actual');
  accounts.refuseAll(table.unreadable);
  let split: { line: ExportLine; rows: ReadRow[]; left: number } | null = null;
  const endSplit = () => {
    if (!split) return;
    const { line, rows } = split;
    for (const row of splitRows(rows, textOf(line))) accounts.add(line.get('account'), row);
    split = null;
  };
  for (const line of table.lines) {
    const into = SPLIT_INTO.exec(line.get('notes'))?.[1];
    if (into) {
      endSplit();
      split = { line, rows: [], left: Number(into) };
      continue;
    }
    const isPart = split !== null && SPLIT_OF.test(line.get('notes'));
    if (!isPart) endSplit();
    const read = readLine(line, names, named);
    if ('reason' in read) accounts.refuse(line.get('account'), line, read.reason, SHOWN);
    else if (isPart && split) split.rows.push(read);
    else accounts.add(line.get('account'), read);
    if (isPart && split && --split.left === 0) endSplit();
  }
  endSplit();
  const categories = distinctCategories(used.map(named));
  return { app: 'actual', statements: accounts.statements, categories, budgets: [], questions: [] };
}

function readLine(
  line: ExportLine,
  accounts: ReadonlySet<string>,
  named: (one: ExportedCategory) => ExportedCategory,
): ReadRow | { reason: Unreadable } {
  const { get } = line;
  const date = readDate(get('date'), 'year-first');
  if ('reason' in date) return date;
  const amount = readAmount(get('amount'), '.');
  if ('reason' in amount) return amount;
  const payee = get('payee');
  const isTransfer = accounts.has(payee) && payee !== get('account');
  const { name } = named(categoryOf(line));
  return {
    line: line.line,
    date: date.date,
    cents: amount.cents,
    text: textOf(line),
    ...(isTransfer ? { transfer: payee } : { ...(payee && { payee }), ...(name && { category: name }) }),
    ...(/^starting balance$/i.test(payee) && { opening: true }),
    status: statusOf(line),
  };
}

function textOf({ get }: ExportLine): string {
  return joinTexts([get('payee'), get('notes').replace(SPLIT_INTO, '').replace(SPLIT_OF, '')]);
}

/** The export of one account names the group, `Usual: Food`; that of all does not. */
function categoryOf({ get }: ExportLine): ExportedCategory {
  const own = get('category group');
  if (own && get('category')) return { name: get('category'), group: own };
  const [, group, name] = /^(.+?): (.+)$/.exec(get('category')) ?? [];
  return group && name ? { name, group } : { name: get('category') };
}

function statusOf({ get }: ExportLine): 'open' | 'cleared' | 'reconciled' {
  if (get('reconciled') === 'true' || get('cleared') === 'Reconciled') return 'reconciled';
  return get('cleared') === 'true' || get('cleared') === 'Cleared' ? 'cleared' : 'open';
}
