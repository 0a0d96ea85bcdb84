/** Which column of a table is what, as far as a profile, its values and its names tell. */
import type { Answers } from '../statement/statement.ts';
import { type AmountReading, amountReading } from './amount-columns.ts';
import { areStates } from './booking.ts';
import { type ColumnFacts, factsOf } from './column-facts.ts';
import { fitOfName, isLess } from './columns.ts';
import { directionsOf } from './directions.ts';
import type { Guess, Mapping, Reason } from './mapping.ts';
import { ROLES, type Role } from './roles.ts';
import { shareColumns } from './shares.ts';
import type { Table } from './table.ts';
import { profileOf } from './table-profiles.ts';

type Columns = Mapping['columns'];
type Guessed = Pick<Guess, 'reasons'> & Omit<Mapping, 'chosen'>;

/** The columns by a profile, by what the values prove, and by names. */
export function guessColumns(table: Table, answers: Answers): Guessed {
  const facts = factsOf(table, answers.decimalSign);
  const profile = profileOf(table.header);
  const found = new FoundColumns(facts);
  const { columns, reasons } = found;
  for (const role of ROLES) found.fill(role, profile?.columns[role], 'name');
  found.fillNamed('date', ({ dates }) => dates > 0.5);
  found.fill(
    'date',
    bestColumn(found.free(), ({ dates }) => dates),
    'values',
  );
  const shares = profile ? [] : shareColumns(facts);
  found.fill('amount', shares[0], 'values');
  const reading = columns.amount === undefined ? fillAmounts(found) : null;
  // Where it proves nothing, it still tells whether rows are missing.
  found.fillNamed('balance', ({ amounts, filled }) => amounts > 0.5 && filled > 0);
  // What else a known table has for words differs from file to file, and with it the texts of the same row.
  if (profile?.spareText === undefined) fillWords(found, table.lines.length);
  for (const role of ['category', 'bankId'] as const) found.fillNamed(role, ({ filled }) => filled > 0);
  // Other parties have accounts, too, but hardly ever a few ones with many rows each.
  found.fillNamed(
    'account',
    ({ filled, distinct, cells }) => filled === 1 && distinct > 1 && distinct <= (cells.length * 2) / 3,
  );
  found.fillNamed('currency', ({ cells }) => cells.every((cell) => cell === '' || /^\p{L}{3}$/u.test(cell)));
  const money = columns.amount ?? columns.debit;
  if (columns.currency === undefined) found.fill('currency', currencyBeside(found.free(), money, facts), 'values');
  if (columns.status === undefined) fillStates(table, found);
  if (columns.text === undefined && columns.payee === undefined)
    found.fill('text', wordsColumn(found.free()), 'values');
  return {
    columns,
    reasons,
    ...(reading && reading.rivals.length > 1 && { rivals: reading.rivals }),
    ...(shares.length > 0 && ({ rivals: shares, areShares: true } as const)),
    ...(reading?.areSidesOpen && { areSidesOpen: true }),
    ...signsOf(reading, facts),
  };
}

/** The columns that are known so far. The first that is found for a role counts. */
class FoundColumns {
  readonly columns: Columns = {};
  readonly reasons: Guess['reasons'] = {};
  readonly facts: readonly ColumnFacts[];

  constructor(facts: readonly ColumnFacts[]) {
    this.facts = facts;
  }

  fill(role: Role, column: number | undefined, reason: Reason): void {
    if (column === undefined || this.columns[role] !== undefined) return;
    this.columns[role] = column;
    this.reasons[role] = reason;
  }

  free(): ColumnFacts[] {
    return this.facts.filter(({ column }) => !Object.values(this.columns).includes(column));
  }

  fillNamed(role: Role, fits: (one: ColumnFacts) => boolean): void {
    this.fill(role, namedColumn(this.free(), role, fits), 'name');
  }
}

function fillAmounts(found: FoundColumns): AmountReading | null {
  const { date } = found.columns;
  const reading = amountReading(found.facts, date === undefined ? [] : [date]);
  const reason = reading?.proof ? 'balance' : reading?.isNamed ? 'name' : 'values';
  for (const role of ['amount', 'debit', 'credit', 'direction', 'fee', 'balance'] as const)
    found.fill(role, reading?.columns[role], reason);
  return reading;
}

function fillWords(found: FoundColumns, lines: number): void {
  for (const role of ['text', 'payee'] as const) found.fill(role, namedWords(found.free(), role, lines), 'name');
}

/** What a balance proves of the signs. One of debts grows with expenses, so it turns nothing round. */
function signsOf(
  reading: AmountReading | null,
  facts: readonly ColumnFacts[],
): Pick<Mapping, 'flipped' | 'signsOfBalance'> {
  if (!reading?.proof) return {};
  const { columns, proof, isNamed } = reading;
  if (proof.sizesOnly) return facts[columns.amount ?? -1]?.hasMinus === false ? { signsOfBalance: true } : {};
  const isPair = columns.debit !== undefined;
  if (!proof.turned || columns.direction !== undefined || (isPair && isNamed)) return {};
  const balances = facts[columns.balance ?? -1]?.cents ?? [];
  const owed = balances.reduce((sum: number, cents) => sum + Math.sign(cents ?? 0), 0) > 0;
  return isPair || !owed ? { flipped: true } : {};
}

/** A column that says what is booked: by its name, unless the values of another one say it better. */
function fillStates(table: Table, found: FoundColumns): void {
  const free = found.free();
  const named = namedColumn(free, 'status', () => true);
  const says = (column: number) => areStates(valuesOf(table, column), table.header[column] ?? '');
  const saying = free.find(({ column }) => says(column));
  if (named !== undefined && (saying === undefined || says(named))) found.fill('status', named, 'name');
  else found.fill('status', saying?.column, 'values');
}

/** Its different values; only the first, where it has more than any column of states. */
function valuesOf({ lines }: Table, column: number): Set<string> {
  const found = new Set<string>();
  for (const { cells } of lines) {
    found.add(cells[column]?.trim() ?? '');
    if (found.size > MOST_STATES) return new Set();
  }
  return found;
}

const MOST_STATES = 12;

/** Codes in the column next to the amounts are theirs: behind it, or else before it. */
function currencyBeside(
  free: readonly ColumnFacts[],
  money: number | undefined,
  facts: readonly ColumnFacts[],
): number | undefined {
  if (money === undefined) return undefined;
  const isOf = (one: ColumnFacts) =>
    one.isCurrency && isLess(one.name, 'amount') === isLess(facts[money]?.name ?? '', 'amount');
  const beside = [money + 1, money - 1].flatMap(
    (column) => free.find((one) => one.column === column && isOf(one)) ?? [],
  );
  const [best] = beside.filter(({ column }) => column > money || (facts[column - 1]?.amounts ?? 0) < 0.5);
  return best?.column;
}

/**
 * The column of words whose name fits. One that is empty says nothing, and one that is alike in all rows says something
 * of the whole account, as the name of its holder: it counts only where no other column fits.
 */
function namedWords(free: readonly ColumnFacts[], role: 'text' | 'payee', lines: number): number | undefined {
  const varied = namedColumn(free, role, ({ filled, distinct }) => filled > 0 && (distinct > 1 || lines < 2));
  if (varied !== undefined) return varied;
  const isOfAll = (one: ColumnFacts) => role === 'payee' && lines > 2 && one.filled === 1;
  return namedColumn(free, role, (one) => one.filled > 0 && !isOfAll(one));
}

/** The column of words that tells most of each row; undefined when none has words in half of its cells. */
function wordsColumn(free: readonly ColumnFacts[]): number | undefined {
  const able = free.filter(
    ({ words, filled, dates, amounts }) => words >= 0.5 && filled > 0 && dates < 0.5 && amounts < 0.5,
  );
  const told = (one: ColumnFacts) => {
    const isWholeTable = one.isCurrency || (one.distinct < 2 && one.cells.length > 1);
    return (isWholeTable ? -1 : 0) + one.filled * (one.distinct / Math.max(1, one.cells.length));
  };
  const isDirection = ({ cells }: ColumnFacts) => {
    const ways = directionsOf(cells);
    return cells.every((cell) => cell === '' || ways.has(cell));
  };
  const [best] = able
    .map((one) => ({ column: one.column, rank: told(one) - (isDirection(one) ? 1 : 0) }))
    .sort((a, b) => b.rank - a.rank);
  return best?.column;
}

/** The free column whose name fits best and whose values can be of the role. */
function namedColumn(
  free: readonly ColumnFacts[],
  role: Role,
  canBe: (one: ColumnFacts) => boolean,
): number | undefined {
  const found = free.flatMap((one) => {
    const fit = fitOfName(one.name, role);
    if (fit === null || !canBe(one)) return [];
    return [{ column: one.column, rank: 2 * fit + (isLess(one.name, role) ? 1 : 0), words: one.words > 0.5 }];
  });
  // Of two names that fit alike, a column of words says more than one of numbers.
  return found.sort((a, b) => a.rank - b.rank || Number(b.words) - Number(a.words))[0]?.column;
}

/** The column of which most cells pass; undefined when less than half of any do. */
function bestColumn(columns: readonly ColumnFacts[], shareOf: (one: ColumnFacts) => number): number | undefined {
  const [best] = [...columns].sort((a, b) => shareOf(b) - shareOf(a));
  return best && shareOf(best) >= 0.5 ? best.column : undefined;
}
