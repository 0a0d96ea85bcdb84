/**
 * Which columns hold the booked amounts. Each reading of the table is a candidate with its evidence: balances that add
 * up come first, then the names of the columns, then the shapes of their values.
 */
import { looksLikeAmount } from '../statement/amounts.ts';
import { type ColumnFacts, exclusive, isDash } from './column-facts.ts';
import { fitOfName, isLess, namesNumber } from './columns.ts';
import { arePayments, type Direction, directionsOf } from './directions.ts';
import { isInside, namesInsideFee } from './inside-fees.ts';
import type { Role } from './roles.ts';
import { type Proof, proofOf } from './running-balance.ts';

export interface AmountReading {
  columns: Partial<Record<'amount' | 'debit' | 'credit' | 'direction' | 'fee' | 'balance', number>>;
  /** Its columns are known by their names. */
  isNamed: boolean;
  /** The balances that follow from the amounts, where any do. */
  proof: Proof | null;
  /** All columns that may be the amount alike, where nothing tells which. */
  rivals: number[];
  /** Nothing tells which of the two columns is money out. */
  areSidesOpen: boolean;
}

interface Candidate extends Pick<AmountReading, 'columns' | 'isNamed'> {
  rank: number;
  /** Only an order of the columns speaks for which side is which. */
  areSidesOpen?: true;
  cents: readonly (number | null)[];
}

/** Evidence in the order of its weight: a proof beats any name, and a name beats any shape. */
const PROVED = 100_000;
const NAMED = 1000;
/** A full pair by its names stands between the names of amounts of the booking and all other amounts. */
const PAIR = 50 * NAMED;
/** One that some lines speak against is below all names of amounts. One half of it alone would be worse. */
const DOUBTFUL_PAIR = 10 * NAMED;

/** Null when no column holds amounts. `taken` are columns of dates. */
export function amountReading(facts: readonly ColumnFacts[], taken: readonly number[]): AmountReading | null {
  const free = facts.filter(({ column }) => !taken.includes(column));
  const balances = free.flatMap((one) => {
    const isNamed = fitOfName(one.name, 'balance') !== null;
    const isOther = (['amount', 'debit', 'credit', 'fee'] as const).some((role) => fitOfName(one.name, role) !== null);
    return one.amounts > 0.5 && isNumeric(one) && (isNamed || !isOther) ? [{ ...one, isNamed }] : [];
  });
  const candidates = [...pairs(free), ...singles(free)].flatMap((one) => withFees(one, free));
  const proved = candidates.map((one) => {
    const proofs = balances.flatMap((balance) => {
      if (Object.values(one.columns).includes(balance.column)) return [];
      const proof = proofOf(one.cents, balance.cents);
      // By chance one amount is the difference of two others.
      return proof && (balance.isNamed || proof.lines > 1) ? [{ proof, balance }] : [];
    });
    const [best] = proofs.sort(
      (a, b) => b.proof.share - a.proof.share || Number(b.balance.isNamed) - Number(a.balance.isNamed),
    );
    // What only fits by its sizes is no better than what fits as it stands.
    const weight = best ? PROVED * (best.proof.sizesOnly ? best.proof.share / 2 : best.proof.share) : 0;
    return { ...one, rank: one.rank + Math.round(weight / 1000) * 1000, best };
  });
  const [first] = proved.filter(({ needsProof, best }) => !needsProof || best).sort((a, b) => b.rank - a.rank);
  if (!first) return null;
  const { columns, isNamed, best } = first;
  return {
    columns: { ...columns, ...(best && { balance: best.balance.column }) },
    isNamed,
    proof: best?.proof ?? null,
    rivals: best || columns.direction !== undefined ? [] : rivalsOf(columns.amount, free, candidates),
    areSidesOpen: first.areSidesOpen === true && !best,
  };
}

/** Columns that say other amounts in the same way. With one alone there is nothing to ask. */
function rivalsOf(amount: number | undefined, facts: readonly ColumnFacts[], candidates: readonly Open[]): number[] {
  const own = facts.find(({ column }) => column === amount);
  if (!own || own.filled < 0.8) return [];
  const fit = fitOfName(own.name, 'amount');
  const alike = facts.filter((one) => {
    const isCandidate = candidates.some(({ columns }) => columns.amount === one.column);
    const isSame =
      one.hasMinus === own.hasMinus && one.hasPlus === own.hasPlus && fitOfName(one.name, 'amount') === fit;
    const isFull = one.filled >= 0.8 && one.amounts >= 0.9 && one.decimals >= 0.5 && one.distinct > 1;
    return isCandidate && isSame && isFull && isLess(one.name, 'amount') === isLess(own.name, 'amount');
  });
  const says = new Set(alike.map(({ cents }) => cents.join()));
  return says.size > 1 ? alike.map(({ column }) => column) : [];
}

type Open = Candidate & { needsProof: boolean };

/** Columns of which each line fills one. Without names they need signs of their own, a balance, or an answer. */
function pairs(facts: readonly ColumnFacts[]): Open[] {
  // A statement without incomes has an empty column of them.
  const able = facts.filter((one) => one.filled === 0 || (one.amounts === 1 && !isNoAmount(one, 'debit')));
  const holding = facts.filter((one) => shareOfAmounts(one) > 0.5 && (one.amounts === 0 || !isNoAmount(one, 'debit')));
  const debits = holding.filter(({ name }) => fitOfName(name, 'debit') !== null);
  const credits = holding.filter(({ name }) => fitOfName(name, 'credit') !== null);
  const named = debits.flatMap((debit) =>
    credits.flatMap((credit) => {
      if (debit.column === credit.column) return [];
      const [out, into] = [fitOfName(debit.name, 'debit') ?? 99, fitOfName(credit.name, 'credit') ?? 99];
      const isClear = shareOfAmounts(debit) + shareOfAmounts(credit) === 2 && exclusive(debit, credit);
      const rank = (isClear ? PAIR : DOUBTFUL_PAIR) - (out + into);
      return [{ ...pairOf(debit, credit), isNamed: true, rank, needsProof: false }];
    }),
  );
  const unnamed = able.flatMap((one, at) => able.slice(at + 1).flatMap((other) => unnamedPair(one, other)));
  return [...named, ...unnamed];
}

/** Without any sign, the sides are a question. That is better than half of the rows. */
function unnamedPair(one: ColumnFacts, other: ColumnFacts): Open[] {
  const isPair = one.filled % 1 > 0 && other.filled % 1 > 0 && exclusive(one, other) && coverAll(one, other);
  if (!isPair || one.decimals + other.decimals === 0) return [];
  const [debit, credit] = other.hasMinus && !one.hasMinus ? [other, one] : [one, other];
  const both = { ...pairOf(debit, credit), isNamed: false };
  if (debit.hasMinus && !credit.hasMinus) return [{ ...both, rank: 2 * NAMED, needsProof: false }];
  const isStrict = one.cents.every((cents, at) => (cents === null) !== (other.cents[at] === null));
  return [{ ...both, rank: isStrict ? 2 * NAMED : 0, needsProof: !isStrict, areSidesOpen: true }];
}

function pairOf(debit: ColumnFacts, credit: ColumnFacts): Pick<Candidate, 'columns' | 'cents'> {
  const sign = (one: ColumnFacts, usual: number) => (isMostlyMinus(one) ? -usual : usual);
  const [out, into] = [sign(debit, -1), sign(credit, 1)];
  const cents = debit.cents.map((paid, at) => {
    const got = credit.cents[at];
    if (paid && got) return null;
    return paid ? paid * out : got ? got * into : null;
  });
  return { columns: { debit: debit.column, credit: credit.column }, cents };
}

/** Of the cells that say anything; 1 where none does. */
function shareOfAmounts({ cells }: ColumnFacts): number {
  const some = cells.filter((cell) => cell !== '' && !isDash(cell));
  return some.length === 0 ? 1 : some.filter(looksLikeAmount).length / some.length;
}

function singles(facts: readonly ColumnFacts[]): Open[] {
  return facts.flatMap((one) => {
    if (one.amounts < 0.5 || isNoAmount(one, 'amount')) return [];
    const direction = directionFor(one, facts);
    const columns = { amount: one.column, ...(direction && { direction: direction.column }) };
    const cents = direction ? one.cents.map((amount, at) => directed(amount, direction, at)) : one.cents;
    const rank = nameRank(one) * NAMED + shapeRank(one) - one.column;
    return [{ columns, cents, rank, isNamed: fitOfName(one.name, 'amount') !== null, needsProof: false }];
  });
}

function directed(amount: number | null, { cells, ways }: Direct, at: number): number | null {
  return amount === null ? null : Math.abs(amount) * (ways.get(cells[at] ?? '') ?? 0);
}

/** A name of the booked amount is above a pair, every other one below it; one of another amount is below no name. */
function nameRank({ name, filled }: ColumnFacts): number {
  if (isLess(name, 'amount') || filled < 0.5) return 0;
  const fit = fitOfName(name, 'amount');
  if (fit === null) return 1;
  return fit > BOOKED_NAMES ? 40 - fit : 60 - fit;
}

/** So many patterns of the names of amounts mean the booked one. */
const BOOKED_NAMES = 5;

/** What the values say for a column of amounts, up to 900. */
function shapeRank({ decimals, hasMinus, hasPlus, distinct, cells }: ColumnFacts): number {
  const varied = distinct > 1 || cells.length < 3 ? 200 : 0;
  return Math.round(300 * decimals) + (hasMinus ? 200 : 0) + (hasPlus ? 100 : 0) + varied;
}

/** The same reading with and without each fee. Where the amount has it already, only a balance says otherwise. */
function withFees(one: Open, facts: readonly ColumnFacts[]): Open[] {
  const { amount } = one.columns;
  const own = facts.find(({ column }) => column === amount);
  if (!own) return [one];
  const isNet = /\b(net|netto|neto|total|liquido)\b|^betrag inkl/.test(own.name);
  const fees = facts.filter(
    (fee) =>
      fee.column !== amount &&
      fitOfName(fee.name, 'fee') !== null &&
      !namesInsideFee(fee.name) &&
      fee.amounts === 1 &&
      !isNoAmount(fee, 'fee') &&
      fee.cents.some((cents) => cents !== null && cents !== 0),
  );
  return [one, ...fees.map((fee) => withFee(one, fee, isNet || isInside(own, fee, facts)))];
}

/** `isPart`: the amount has the fee already. */
function withFee(one: Open, fee: ColumnFacts, isPart: boolean): Open {
  const sign = isMostlyMinus(fee) ? 1 : -1;
  const cents = fee.cents.map((extra, at) => {
    const sum = (one.cents[at] ?? 0) + sign * (extra ?? 0);
    return one.cents[at] === null && !extra ? null : sum;
  });
  // What the balances say of both alike, is told by the name.
  const rank = one.rank + (isPart ? -1 : 1);
  return {
    ...one,
    columns: { ...one.columns, fee: fee.column },
    cents,
    rank,
    needsProof: one.needsProof || isPart,
  };
}

interface Direct {
  column: number;
  cells: readonly string[];
  ways: ReadonlyMap<string, Direction>;
}

/** A column of words beside amounts without signs that says in or out. A sign of the amount says it better. */
function directionFor(amount: ColumnFacts, facts: readonly ColumnFacts[]): Direct | null {
  const found = facts.flatMap((one) => {
    const direct = one.column === amount.column ? null : directionIn(one);
    return direct ? [direct] : [];
  });
  const [best] = found.sort((a, b) => a.rank - b.rank);
  return best && !isSigned(amount, best) ? best : null;
}

function directionIn({ column, cells, name, filled, amounts }: ColumnFacts): (Direct & { rank: number }) | null {
  if (filled < 0.5 || amounts > 0.5) return null;
  // The amount of a balance between the rows may stand in any column.
  const words = cells.filter((cell) => cell !== '' && !looksLikeAmount(cell));
  const ways = directionsOf(words);
  const known = words.filter((word) => ways.has(word));
  const fit = fitOfName(name, 'direction');
  const saysBoth = new Set(ways.values()).size === 2;
  // One word for all rows tells something else, unless the column is there for it.
  if (!saysBoth && (fit === null || arePayments(known))) return null;
  if (known.length <= (fit === null ? 0.9 : 0.5) * words.length) return null;
  return { column, cells, ways, rank: fit === null ? 100 : fit + (saysBoth ? 0 : 20) };
}

/**
 * Whether the amounts have signs of their own, whatever the words say of single rows: rows that go out have a minus, or
 * all signs are turned round, as some cards do. Then the words are not needed, or somebody has to be asked.
 */
function isSigned(amount: ColumnFacts, { cells, ways }: Direct): boolean {
  if (amount.hasPlus || !amount.hasMinus) return amount.hasPlus;
  const counts = { out: 0, outMinus: 0, into: 0, intoMinus: 0 };
  amount.cents.forEach((cents, at) => {
    const way = ways.get(cells[at] ?? '');
    if (!cents || !way) return;
    const side = way < 0 ? 'out' : 'into';
    counts[side] += 1;
    if (cents < 0) counts[`${side}Minus`] += 1;
  });
  return counts.outMinus * 2 >= counts.out || counts.intoMinus * 2 > counts.into;
}

/** Of a column that is named so, or whose values count or name something. */
function isNoAmount(one: ColumnFacts, role: Role): boolean {
  if (fitOfName(one.name, 'balance') !== null && fitOfName(one.name, role) === null) return true;
  return isNumbering(one) || (!isNumeric(one) && role !== 'fee');
}

/** Whole numbers without a sign that name an account, a cheque or a place, or that count rows. */
function isNumbering(one: ColumnFacts): boolean {
  const some = one.cells.filter(Boolean);
  if (one.decimals > 0 || one.hasMinus || one.hasPlus || !some.every((cell) => /^\d+$/.test(cell))) return false;
  if (fitOfName(one.name, 'amount') !== null) return false;
  if (namesNumber(one.name) || some.some((cell) => /^0\d/.test(cell) || cell.length >= 9)) return true;
  if (fitOfName(one.name, 'debit') !== null || fitOfName(one.name, 'credit') !== null) return false;
  const numbers = some.map(Number);
  const steps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0));
  const isConstant = some.length > 1 && one.distinct === 1;
  const isCounting = steps.length > 1 && (steps.every((step) => step > 0) || steps.every((step) => step < 0));
  return isConstant || isCounting;
}

function isNumeric(one: ColumnFacts): boolean {
  return !isNumbering(one) && one.dates < 0.5;
}

function coverAll(one: ColumnFacts, other: ColumnFacts): boolean {
  const filled = one.cells.filter((cell, at) => cell !== '' || (other.cells[at] ?? '') !== '');
  return filled.length >= 0.8 * one.cells.length;
}

function isMostlyMinus({ cents }: ColumnFacts): boolean {
  return cents.reduce((sum: number, one) => sum + Math.sign(one ?? 0), 0) < 0;
}
