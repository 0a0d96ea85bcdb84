/** Whether the user has to say what amounts without a minus are. */
import type { DecimalSign } from '#domain/money/written-number';
import { writtenSign } from '../statement/amounts.ts';
import { looksLikeDate } from '../statement/dates.ts';
import { balanceWordIn } from './balance-lines.ts';
import { centsOf } from './column-facts.ts';
import { fitOfName } from './columns.ts';
import { directionsOf } from './directions.ts';
import type { Role } from './roles.ts';
import { proofOf, provenChanges } from './running-balance.ts';
import { areSignsOpen } from './sign-evidence.ts';
import type { Line, Table } from './table.ts';

/** So many lines tell whether signs and words go together. */
const SIGN_SAMPLE = 1000;

/** Of each line; null where there is none. */
type Cents = readonly (number | null)[];

interface Chosen {
  columns: Partial<Record<Role, number>>;
  decimalSign?: DecimalSign;
  /** The amounts have no signs, and the balance tells which way the money went. */
  signsOfBalance?: boolean;
}

/** Whether to ask. Debits, credits and directions say it themselves, and a balance may. */
export function isSignOpen(table: Table, chosen: Chosen): boolean {
  const { amount, debit, credit, direction } = chosen.columns;
  if (amount === undefined || debit !== undefined || credit !== undefined) return false;
  if (direction !== undefined && !chosen.signsOfBalance) return false;
  return areAmountsOpen(table, amount, chosen);
}

/** Open unless a plus, words or the balance settle it. Where nothing has a minus, it is open at once. */
function areAmountsOpen(table: Table, amount: number, { columns, decimalSign, signsOfBalance }: Chosen): boolean {
  const { balance } = columns;
  const rows = rowsOf(table, columns.date);
  const isOneWay = isOfOneWay(table.header[amount] ?? '') && !signsOfBalance;
  const written = signsIn(rows, amount);
  if (!isOneWay && written.has(1)) return false;
  if (!signsOfBalance && !written.has(-1)) return true;
  const booked = rows.slice(0, SIGN_SAMPLE).filter(({ cells }) => balanceWordIn(cells) !== 'balance');
  const centsIn = (column: number) => booked.map(({ cells }) => centsOf(cells[column] ?? '', decimalSign ?? null));
  const amounts = centsIn(amount);
  const balances = balance === undefined ? [] : centsIn(balance);
  if (wordsSaySo(table, booked, amounts)) return false;
  const proof = proofOf(amounts, balances);
  if (isOneWay) return proof === null || proof.turned;
  // A balance that adds up the other way, and grows with expenses, may be the debt of a card.
  if (proof?.turned) return true;
  const lines = signedLines(booked, amounts, signsOfBalance ? provenChanges(amounts, balances) : amounts);
  // Where the balance only grows, or only falls, it may be a debt.
  if (signsOfBalance && !lines.some(({ cents }) => cents > 0)) return true;
  return areSignsOpen(lines, { proved: proof !== null, names: table.header.join(' ') });
}

function signsIn(lines: readonly Line[], amount: number): Set<number> {
  const found = new Set<number>();
  for (const { cells } of lines) found.add(writtenSign(cells[amount] ?? ''));
  return found;
}

/** The lines with a day. A sum below them may have another sign than they. */
function rowsOf({ lines }: Table, date: number | undefined): readonly Line[] {
  const rows = date === undefined ? [] : lines.filter(({ cells }) => looksLikeDate(cells[date] ?? ''));
  return rows.length > 0 ? rows : lines;
}

/** Each line with the change that the balance tells of its amount. */
function signedLines(lines: readonly Line[], amounts: Cents, changes: Cents): { cents: number; words: string }[] {
  return lines.map(({ cells }, at) => {
    const [cents, change] = [amounts[at] ?? 0, changes[at] ?? 0];
    return { cents: Math.abs(cents) === Math.abs(change) ? change : 0, words: wordsOf(cells) };
  });
}

/**
 * A column whose name says debits alone, or credits alone. Nothing else tells which way an amount without a minus went.
 */
function isOfOneWay(name: string): boolean {
  const [debit, credit] = [fitOfName(name, 'debit'), fitOfName(name, 'credit')];
  if ((debit === null) === (credit === null)) return false;
  return fitOfName(name, 'amount') === null || debit === 1 || credit === 1;
}

/** Whether a column says of each amount, in both directions, that its sign is right: an export of this app has one. */
function wordsSaySo({ header }: Table, booked: readonly Line[], amounts: Cents): boolean {
  return header.some((_, column) => {
    const words = booked.map(({ cells }) => cells[column] ?? '');
    const ways = directionsOf(words);
    const isSo = amounts.every((cents, at) => !cents || ways.get(words[at] ?? '') === Math.sign(cents));
    return isSo && new Set(ways.values()).size === 2;
  });
}

function wordsOf(cells: readonly string[]): string {
  return cells.filter((cell) => /\p{L}{3}/u.test(cell)).join(' ');
}
