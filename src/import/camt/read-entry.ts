/**
 * An entry of an ISO 20022 file. Its amount is what moved on the account. What it consists of becomes its parts. The
 * sign is what the entry says of itself, also for a reversal.
 */
import { readAmount } from '../statement/amounts.ts';
import { readDate } from '../statement/dates.ts';
import { completeParts } from '../statement/parts.ts';
import { joinTexts, type Part, type ReadRow, tidyText, type Unreadable } from '../statement/statement.ts';
import { all, at, textAt, type XmlNode } from './xml-tree.ts';

/** What an entry says, before anything is known of its account. */
export interface Entry {
  read: ReadRow | { line: number; reason: Unreadable; text: string };
  /** The code of the currency of its amount; empty where it names none. */
  currency: string;
  /** It takes an earlier entry back. */
  isReversal: boolean;
}

export function readEntry(node: XmlNode): Entry {
  const read = readRow(node);
  return {
    read: 'reason' in read ? { line: node.line, reason: read.reason, text: textOf(node) } : read,
    currency: currencyOf(node),
    isReversal: textAt(node, 'RvslInd') === 'true' || textAt(node, 'RvslInd') === '1',
  };
}

function readRow(entry: XmlNode): ReadRow | { reason: Unreadable } {
  // Its last value may lack digits.
  if (entry.isCut) return { reason: 'broken' };
  const status = textAt(entry, 'Sts/Cd', 'Sts');
  if (status === 'INFO') return { reason: 'information' };
  const day = textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm');
  const date = readDate(day.slice(0, 10), 'year-first');
  if ('reason' in date) return date;
  const amount = signedAmount(entry, entry);
  if ('reason' in amount) return amount;
  // The first version has no element around the details.
  const details = [...all(entry, 'NtryDtls'), entry].flatMap((node) => all(node, 'TxDtls'));
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
    ...(amount.former && { former: amount.former }),
  };
}

/** XML has a point before decimals and nothing between thousands. `entry` gives the direction when `node` has none. */
function signedAmount(node: XmlNode, entry: XmlNode): Pick<ReadRow, 'cents' | 'former'> | { reason: Unreadable } {
  const amount = readAmount(textAt(node, 'Amt', 'AmtDtls/TxAmt/Amt'), '.');
  if ('reason' in amount) return amount;
  const direction = textAt(node, 'CdtDbtInd') || textAt(entry, 'CdtDbtInd');
  if (direction !== 'CRDT' && direction !== 'DBIT') return { reason: 'debit_or_credit' };
  // The standard has no minus. Some banks write one beside a debit; beside a credit it says two things.
  if (amount.cents < 0 && direction === 'CRDT') return { reason: 'debit_or_credit' };
  if (amount.cents < 0) return { cents: amount.cents, former: { cents: -amount.cents } };
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
  return (at(node, 'Amt') ?? at(node, 'AmtDtls', 'TxAmt', 'Amt'))?.attributes.Ccy ?? '';
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
