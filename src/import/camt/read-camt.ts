/**
 * Statements of an ISO 20022 file, of every version: CAMT.053, the reports of CAMT.052 and the notifications of
 * CAMT.054, which have the same entries.
 */
import { isDate } from '#domain/dates/dates';
import { balanceAfter, readBalanceCents } from '../statement/balances.ts';
import { mainCurrency, otherCurrencies } from '../statement/currencies.ts';
import {
  type AccountHint,
  type Statement,
  type StatementBalance,
  type Statements,
  unreadableLine,
} from '../statement/statement.ts';
import { type Entry, readEntry } from './read-entry.ts';
import { areReversalsTurned, turned } from './reversals.ts';
import { all, readXml, textAt, type XmlNode } from './xml-tree.ts';

const MESSAGE = /^BkToCstmr(Stmt|AcctRpt|DbtCdtNtfctn)(V\d{1,2})?$/;
const STATEMENT = /^(Stmt|Rpt|Ntfctn)$/;

/** No statements when the text is no such file. A file that breaks off is read as far as it goes. */
export function readCamt(text: string): Statements {
  const entries = new Map<XmlNode, Entry[]>();
  const fold = (node: XmlNode, parent: XmlNode) => {
    const known = entries.get(parent);
    if (known) known.push(readEntry(node));
    else entries.set(parent, [readEntry(node)]);
  };
  const { root, mistake } = readXml(text, { name: 'Ntry', fold });
  const messages = root?.children.filter(({ name }) => MESSAGE.test(name)) ?? [];
  const nodes = messages.flatMap((message) => message.children.filter(({ name }) => STATEMENT.test(name)));
  const statements = nodes.map((node) => readStatement(node, entries.get(node) ?? []));
  if (mistake !== null) statements.at(-1)?.unreadable.push(unreadableLine(mistake, 'broken', ''));
  return { statements, questions: [] };
}

function readStatement(node: XmlNode, entries: readonly Entry[]): Statement {
  // Without a word about the account, most entries tell. The others are listed, because one sum cannot hold both.
  const currency = textAt(node, 'Acct/Ccy') || (mainCurrency(entries.map((one) => one.currency)) ?? '');
  const currencies = otherCurrencies([currency]);
  const statement: Statement = { format: 'camt', account: hintOf(node), currencies, rows: [], unreadable: [] };
  const balances = balancesOf(node);
  const areTurned = areReversalsTurned(entries, balances);
  for (const { read, currency: own, isReversal } of entries) {
    if ('reason' in read) statement.unreadable.push(unreadableLine(read.line, read.reason, read.text));
    else if (currency !== '' && own !== '' && own !== currency)
      statement.unreadable.push(unreadableLine(read.line, 'other_currency', `${read.date} ${own} ${read.text}`));
    else statement.rows.push(isReversal && areTurned ? turned(read) : read);
  }
  return withBalances(statement, balances);
}

interface Balances {
  opening: StatementBalance | null;
  closing: StatementBalance | null;
}

/** Without a closing balance, it is the opening one and what was booked since. Then there is nothing to check. */
function withBalances(statement: Statement, { opening, closing }: Balances): Statement {
  const balance = closing ?? (opening && balanceAfter(opening.cents, statement.rows));
  return { ...statement, ...(opening && closing && { opening }), ...(balance && { balance }) };
}

/** The balances before and after the booked entries, where the file has them. A report of a day ends in between. */
function balancesOf(node: XmlNode): Balances {
  const all = balanceNodes(node);
  const last = (wanted: string) =>
    all
      .filter(({ kind }) => kind === wanted)
      .sort((a, b) => (a.date < b.date ? -1 : 1))
      .at(-1);
  const opening = all.find(({ kind }) => kind === 'OPBD' || kind === 'PRCD');
  return { opening: plain(opening), closing: plain(last('CLBD') ?? last('ITBD')) };
}

function plain(one: StatementBalance | undefined): StatementBalance | null {
  return one ? { cents: one.cents, date: one.date } : null;
}

function balanceNodes(node: XmlNode): (StatementBalance & { kind: string })[] {
  return all(node, 'Bal').flatMap((one) => {
    const cents = readBalanceCents(textAt(one, 'Amt'), '.');
    const [date, direction] = [textAt(one, 'Dt/Dt', 'Dt/DtTm', 'Dt').slice(0, 10), textAt(one, 'CdtDbtInd')];
    if (cents === null || !isDate(date)) return [];
    // The first version has the code where later ones have an element around it.
    const kind = textAt(one, 'Tp/CdOrPrtry/Cd', 'Tp/Cd', 'Tp');
    return [{ kind, cents: direction === 'DBIT' ? 0 - cents : cents, date }];
  });
}

function hintOf(node: XmlNode): AccountHint {
  const [iban, number] = [
    textAt(node, 'Acct/Id/IBAN').replaceAll(' ', ''),
    textAt(node, 'Acct/Id/Othr/Id', 'Acct/Id/PrtryAcct/Id', 'Acct/Id/BBAN'),
  ];
  const name = textAt(node, 'Acct/Nm');
  return { ...(iban && { iban }), ...(number && { number }), ...(name && { name }) };
}
