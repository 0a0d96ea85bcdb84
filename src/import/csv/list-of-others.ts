/** Other apps export lists of what is no transaction: accounts, budgets, categories, balances by day. */
import type { Statements } from '../statement/statement.ts';
import { fitOfName, plainKey } from './columns.ts';
import type { Guess } from './mapping.ts';
import type { Table } from './table.ts';

/** Names of columns that transactions have not. Two of them make a list. */
const OF_LISTS = new RegExp(
  [
    /^(virtual balance|opening balance|current balance|balance date|account id|account type|account kind|role)$/,
    /^(active|order|icon|color|archived|hidden|include net worth|iban|user id|created at|updated at)$/,
    /^(budgeted|assigned|activity|available|goal|target|carry over|group id|parent|parent id|auto budget \w+)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Whether the columns say what the table is instead. One that names an amount is none as long as any row is read. */
export function isListOfOthers({ header }: Table, read: { guess: Guess } & Statements): boolean {
  const { columns, chosen } = read.guess.mapping;
  if (chosen) return false;
  const found = header.map(plainKey).filter((name) => OF_LISTS.test(name)).length;
  const namesAmount = header.some((name) => fitOfName(name, 'amount') !== null);
  if (found > 2 && !namesAmount) return true;
  if (read.questions.length > 0 || read.statements.some(({ rows }) => rows.length > 0)) return false;
  if (found > 1) return true;
  const isOfBalances = header.some((name) => fitOfName(name, 'balance') !== null) && columns.amount === undefined;
  return isOfBalances && columns.debit === undefined && columns.payee === undefined;
}
