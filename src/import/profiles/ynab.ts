/**
 * YNAB's export: the register of all accounts, and the budget (or plan) by month. Each side of a transfer is a line of
 * its own account. Each line of a split is a line with `Split (1/2)` in its memo.
 */
import { decideDecimalSign, readAmount } from '../statement/amounts.ts';
import { markedCurrencies } from '../statement/currencies.ts';
import { decideDateOrder, readDate } from '../statement/dates.ts';
import { type Answers, joinTexts, type Question, type ReadRow, type Unreadable } from '../statement/statement.ts';
import { type ExportLine, type ExportTable, openExport } from './export-table.ts';
import {
  Accounts,
  distinctCategories,
  type ExportedBudget,
  type ExportedCategory,
  type Migration,
  nameCategories,
  splitRows,
} from './migration.ts';

type DecimalSign = NonNullable<Answers['decimalSign']>;
interface Reading {
  order: Answers['dateOrder'] | null;
  sign: DecimalSign | null;
}

const REGISTER = ['account', 'date', 'payee', 'outflow', 'inflow', 'cleared'];
const BUDGET = ['month', 'category', 'activity', 'available'];
const SHOWN = ['date', 'payee', 'memo', 'outflow', 'inflow'];

const SPLIT = /^\(?Split \(?(\d{1,4})\/(\d{1,4})\)\s*/i;
const TRANSFER = /^Transfer\s*:\s*(.+)$/;

/** Null when the text is neither of the two tables. */
export function readYnab(text: string, answers: Answers = {}): Migration | null {
  const register = openExport(text, REGISTER);
  if (register) return readRegister(register, answers);
  const budget = openExport(text, BUDGET);
  return budget && readBudget(budget, answers);
}

function readRegister({ lines, unreadable }: ExportTable, answers: Answers): Migration {
  const { reading, questions } = decide(lines, ['outflow', 'inflow'], answers);
  const used = lines.filter((line) => !isToBeBudgeted(line)).map(categoryOf);
  const named = nameCategories(used);
  const amounts = lines.flatMap(({ get }) => [get('outflow'), get('inflow')]);
  const accounts = new Accounts('ynab', markedCurrencies(amounts));
  accounts.refuseAll(unreadable);
  for (const group of groupSplits(lines)) {
    const rows: ReadRow[] = [];
    for (const line of group) {
      const read = readLine(line, reading, named);
      if ('reason' in read) accounts.refuse(line.get('account'), line, read.reason, SHOWN);
      else rows.push(read);
    }
    for (const row of splitRows(rows, '')) accounts.add(group[0]?.get('account') ?? '', row);
  }
  const categories = distinctCategories(used.map(named));
  return { app: 'ynab', statements: accounts.statements, categories, budgets: [], questions };
}

function readBudget({ lines: all }: ExportTable, answers: Answers): Migration {
  // What is set aside to pay a card is spent under other categories already.
  const lines = all.filter((line) => !/^credit card payments$/i.test(categoryOf(line).group ?? ''));
  const { reading, questions } = decide(lines, ['budgeted', 'assigned', 'activity', 'available'], answers);
  const named = nameCategories(lines.map(categoryOf));
  const budgets = lines.flatMap((line): ExportedBudget[] => {
    const month = readDate(`1 ${line.get('month')}`, null);
    const amount = readAmount(line.get('assigned') || line.get('budgeted'), reading.sign);
    if ('reason' in month || 'reason' in amount) return [];
    return [{ month: month.date.slice(0, 7), category: named(categoryOf(line)).name, cents: amount.cents }];
  });
  const categories = distinctCategories(lines.map(categoryOf).map(named));
  return { app: 'ynab', statements: [], categories, budgets, questions };
}

/** The settings of the budget decide how YNAB writes dates and amounts. All lines together show it. */
function decide(
  lines: readonly ExportLine[],
  columns: readonly string[],
  answers: Answers,
): { reading: Reading; questions: Question[] } {
  const dates = decideDateOrder(lines.map(({ get }) => get('date')));
  const amounts = decideDecimalSign(lines.flatMap(({ get }) => columns.map(get)));
  const reading = { order: answers.dateOrder ?? dates.order, sign: answers.decimalSign ?? amounts.sign };
  const questions: Question[] = [];
  if (reading.order === null && dates.open) questions.push('date_order');
  if (reading.sign === null && amounts.open) questions.push('decimal_sign');
  return { reading, questions };
}

/** Lines of a split follow each other. Their number says how many there are. */
function groupSplits(lines: readonly ExportLine[]): ExportLine[][] {
  const groups: ExportLine[][] = [];
  let [left, key] = [0, ''];
  for (const line of lines) {
    const count = Number(SPLIT.exec(line.get('memo'))?.[2] ?? 0);
    const own = `${line.get('account')}\n${line.get('date')}\n${count}`;
    if (count > 1 && left > 0 && own === key) {
      groups.at(-1)?.push(line);
      left--;
    } else {
      groups.push([line]);
      [left, key] = [count - 1, own];
    }
  }
  return groups;
}

function readLine(
  line: ExportLine,
  { order, sign }: Reading,
  named: (one: ExportedCategory) => ExportedCategory,
): ReadRow | { reason: Unreadable } {
  const { get } = line;
  const date = readDate(get('date'), order ?? null);
  if ('reason' in date) return date;
  const amount = readFlow(line, sign);
  if ('reason' in amount) return amount;
  const payee = get('payee');
  const transfer = TRANSFER.exec(payee)?.[1];
  const category = isToBeBudgeted(line) ? '' : named(categoryOf(line)).name;
  const isOpening = /^starting balance$/i.test(payee);
  return {
    line: line.line,
    date: date.date,
    cents: amount.cents,
    text: joinTexts([transfer ? '' : payee, get('memo').replace(SPLIT, '')]) || payee,
    ...(transfer ? { transfer } : payee && { payee }),
    ...(category && !transfer && { category }),
    ...(isOpening && { opening: true }),
    status: statusOf(get('cleared')),
  };
}

/** Both columns are filled in; one of them is zero. */
function readFlow({ get }: ExportLine, sign: DecimalSign | null): { cents: number } | { reason: Unreadable } {
  const [out, into] = [readAmount(get('outflow'), sign), readAmount(get('inflow'), sign)];
  const wrong = [out, into].find((one) => 'reason' in one && !['zero', 'no_amount'].includes(one.reason));
  if (wrong && 'reason' in wrong) return wrong;
  const cents = ('cents' in into ? into.cents : 0) - ('cents' in out ? out.cents : 0);
  return cents === 0 ? { reason: 'zero' } : { cents };
}

function categoryOf({ get }: ExportLine): ExportedCategory {
  const group = get('category group') || get('master category');
  return {
    name: get('category group') ? get('category') : get('sub category') || get('category'),
    ...(group && { group }),
  };
}

/** YNAB's incomes wait there until they are budgeted. It is no category of its own. */
function isToBeBudgeted(line: ExportLine): boolean {
  return /^(inflow|income)$/i.test(categoryOf(line).group ?? '');
}

function statusOf(cleared: string): 'open' | 'cleared' | 'reconciled' {
  if (/^r/i.test(cleared)) return 'reconciled';
  return /^c/i.test(cleared) ? 'cleared' : 'open';
}
