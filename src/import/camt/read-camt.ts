/**
 * Statements of an ISO 20022 file: CAMT.053, and the reports of CAMT.052, which have the same entries. The entry's
 * amount is what moved on the account. What the entry consists of becomes its parts.
 */
import { isDate } from '#domain/dates/dates';
import { readAmount } from '../statement/amounts.ts';
import { balanceAfter, readBalanceCents } from '../statement/balances.ts';
import { mainCurrency, otherCurrencies } from '../statement/currencies.ts';
import { readDate } from '../statement/dates.ts';
import { completeParts } from '../statement/parts.ts';
import {
  type AccountHint,
  joinTexts,
  type Part,
  type ReadRow,
  type Statement,
  type StatementBalance,
  type Statements,
  tidyText,
  type Unreadable,
  unreadableLine,
} from '../statement/statement.ts';
import { all, at, readXml, textAt, type XmlNode } from './xml-tree.ts';

/** No statements when the text is no such file. A file that breaks off is read as far as it goes. */
export function readCamt(text: string): Statements {
  const { root, mistake } = readXml(text);
  const messages = root?.children.filter(({ name }) => /^BkTo(CstmrStmt|CstmrAcctRpt)$/.test(name)) ?? [];
  const nodes = messages.flatMap((message) => message.children.filter(({ name }) => /^(Stmt|Rpt)$/.test(name)));
  const statements = nodes.map(readStatement);
  if (mistake !== null) statements.at(-1)?.unreadable.push(unreadableLine(mistake, 'broken', ''));
  return { statements, questions: [] };
}

function readStatement(node: XmlNode): Statement {
  const entries = all(node, 'Ntry');
  // Without a word about the account, most entries tell. The others are listed, because one sum cannot hold both.
  const currency = textAt(node, 'Acct/Ccy') || (mainCurrency(entries.map(currencyOf)) ?? '');
  const currencies = otherCurrencies([currency]);
  const statement: Statement = { format: 'camt', account: hintOf(node), currencies, rows: [], unreadable: [] };
  for (const entry of entries) {
    const read = readEntry(entry, currency);
    if ('reason' in read) statement.unreadable.push(unreadableLine(entry.line, read.reason, textOf(entry)));
    else statement.rows.push(read);
  }
  const balance = balanceOf(node, statement.rows);
  return balance ? { ...statement, balance } : statement;
}

/** The closing balance; without one, the opening balance and what was booked since. */
function balanceOf(node: XmlNode, rows: readonly ReadRow[]): StatementBalance | null {
  const balances = all(node, 'Bal').flatMap((one) => {
    const cents = readBalanceCents(textAt(one, 'Amt'), '.');
    const [date, direction] = [textAt(one, 'Dt/Dt', 'Dt/DtTm').slice(0, 10), textAt(one, 'CdtDbtInd')];
    if (cents === null || !isDate(date)) return [];
    return [{ kind: textAt(one, 'Tp/CdOrPrtry/Cd'), cents: direction === 'DBIT' ? 0 - cents : cents, date }];
  });
  const closing = balances.filter(({ kind }) => kind === 'CLBD').sort((a, b) => (a.date < b.date ? -1 : 1));
  const last = closing.at(-1);
  if (last) return { cents: last.cents, date: last.date };
  const opening = balances.find(({ kind }) => kind === 'OPBD' || kind === 'PRCD');
  return opening ? balanceAfter(opening.cents, rows) : null;
}

function hintOf(node: XmlNode): AccountHint {
  const [iban, number] = [textAt(node, 'Acct/Id/IBAN').replaceAll(' ', ''), textAt(node, 'Acct/Id/Othr/Id')];
  const name = textAt(node, 'Acct/Nm');
  return { ...(iban && { iban }), ...(number && { number }), ...(name && { name }) };
}

function readEntry(entry: XmlNode, currency: string): ReadRow | { reason: Unreadable } {
  const status = textAt(entry, 'Sts/Cd', 'Sts');
  if (status === 'INFO') return { reason: 'information' };
  const day = textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm');
  const date = readDate(day.slice(0, 10), 'year-first');
  if ('reason' in date) return date;
  const amount = signedAmount(entry, entry);
  if ('reason' in amount) return amount;
  const own = currencyOf(entry);
  if (currency !== '' && own !== '' && own !== currency) return { reason: 'other_currency' };
  const details = all(entry, 'NtryDtls').flatMap((node) => all(node, 'TxDtls'));
  const only = details.length === 1 ? details[0] : undefined;
  const party = only && otherParty(only, amount.cents);
  const text = joinTexts([party ?? '', wordsOf(only), textAt(entry, 'AddtlNtryInf')]);
  // A row's key is made of its text. So that stays empty, and names that it lacks stand beside it.
  const payee = text === '' ? namesOf(details, amount.cents) : party;
  const bankId = textAt(entry, 'AcctSvcrRef') || textAt(only, 'Refs/AcctSvcrRef') || textAt(entry, 'NtryRef');
  const parts = completeParts(
    amount.cents,
    details.flatMap((one) => readPart(one, entry)),
  );
  return {
    line: entry.line,
    date: date.date,
    cents: amount.cents,
    text,
    ...(payee && { payee }),
    ...(bankId && { bankId }),
    ...(parts && { parts }),
    ...(/^(PDNG|FUTR)$/.test(status) && { pending: true }),
  };
}

/** XML has a point before decimals and nothing between thousands. `entry` gives the direction when `node` has none. */
function signedAmount(node: XmlNode, entry: XmlNode): { cents: number } | { reason: Unreadable } {
  const amount = readAmount(textAt(node, 'Amt', 'AmtDtls/TxAmt/Amt'), '.');
  if ('reason' in amount) return amount;
  const direction = textAt(node, 'CdtDbtInd') || textAt(entry, 'CdtDbtInd');
  if (direction !== 'CRDT' && direction !== 'DBIT') return { reason: 'debit_or_credit' };
  return { cents: direction === 'CRDT' ? amount.cents : -amount.cents };
}

/** None when it is in another currency: it cannot be a part of the entry's amount. */
function readPart(details: XmlNode, entry: XmlNode): Part[] {
  const amount = signedAmount(details, entry);
  const [own, whole] = [currencyOf(details), currencyOf(entry)];
  if ('reason' in amount || (own !== '' && whole !== '' && own !== whole)) return [];
  const payee = otherParty(details, amount.cents);
  return [{ cents: amount.cents, text: joinTexts([payee, wordsOf(details)]), ...(payee && { payee }) }];
}

function currencyOf(node: XmlNode): string {
  return (at(node, 'Amt') ?? at(node, 'AmtDtls', 'TxAmt', 'Amt'))?.attributes.get('Ccy') ?? '';
}

/** Who got the money of a debit, or who sent that of a credit. */
function otherParty(details: XmlNode, cents: number): string {
  const parties = at(details, 'RltdPties');
  const names = cents < 0 ? ['Cdtr/Nm', 'Cdtr/Pty/Nm', 'UltmtCdtr/Nm'] : ['Dbtr/Nm', 'Dbtr/Pty/Nm', 'UltmtDbtr/Nm'];
  return tidyText(textAt(parties, ...names));
}

/** What a batch is called that has no words of its own. */
function namesOf(details: readonly XmlNode[], cents: number): string {
  return [...new Set(details.map((one) => otherParty(one, cents) || wordsOf(one)))].filter(Boolean).join(', ');
}

function wordsOf(details: XmlNode | undefined): string {
  const lines = all(at(details, 'RmtInf'), 'Ustrd').map(({ text }) => text);
  const words = joinTexts([...lines, textAt(details, 'AddtlTxInf')]);
  return words || textAt(details, 'RmtInf/Strd/CdtrRefInf/Ref');
}

/** All texts of an entry, to recognise it by. */
function textOf({ text, children }: XmlNode): string {
  return tidyText([text, ...children.map(textOf)].join(' '));
}
