/**
 * How 0.2.0 read a table, frozen: by the names of its columns alone. The keys of what it imported are hashes of that
 * reading. A row that is read in another way now is known by the key that it had then (decision 33). Never change this.
 */
import type { DecimalSign } from '#domain/money/written-number';
import { nameKey } from '../csv/columns.ts';
import type { Mapping } from '../csv/mapping.ts';
import { sidesOf } from '../csv/payer-and-payee.ts';
import type { Line } from '../csv/table.ts';
import { joinTexts, type ReadRow, tidyText } from '../statement/statement.ts';
import { decideDecimalSign, looksLikeAmount, readAmount } from './former-amounts.ts';
import { decideDateOrder, looksLikeDate, readDate } from './former-dates.ts';
import type { FormerTable } from './former-table.ts';

const ROLES = [
  'date',
  'amount',
  'debit',
  'credit',
  'direction',
  'text',
  'payee',
  'category',
  'bankId',
  'currency',
  'status',
] as const;
type Role = (typeof ROLES)[number];
type Columns = Partial<Record<Role, number>>;

const NAMES: Readonly<Record<Role, readonly RegExp[]>> = {
  date: [
    /^(booking|posting|posted|transaction|trans) ?date$|^date (posted|of transaction)$/,
    /^(buchungstag|buchungsdatum|buchung|boekingsdatum|boekdatum|date de comptabilisation|fecha operacion)$/,
    /^(date|datum|fecha|data|dato|data operacji|date operation|date operazione|data contabile)$/,
    /\bdate\b|datum|fecha|\bdata\b/,
    /^(valuta|wertstellung|value)$/,
  ],
  amount: [
    /^(amount|betrag|bedrag|importe|import|montant|importo|belopp|kwota|valor|umsatz|transaction amount)$/,
    /\b(amount|betrag|bedrag|importe|montant|importo|belopp|kwota|valor|umsatz)\b/,
    /^(value|sum|total|net|netto)$/,
  ],
  debit: [
    /^(debits?|debit amount|outflow|withdrawals?|paid out|money out|spent)$/,
    /^(soll|lastschrift|belastung|ausgaben?|abgang)$/,
    /^(uscite|dare|addebiti|cargo|cargos|debe|debito|retiros|af|depenses?|ausgang)$|\b(debit|withdrawal|outflow)\b/,
  ],
  credit: [
    /^(credits?|credit amount|haben|gutschrift|inflow|deposits?|paid in|money in|received|einnahmen?|zugang)$/,
    /^(entrate|avere|accrediti|abonos?|haber|credito|depositos|bij|recettes?|eingang)$|\b(credit|deposit|inflow)\b/,
  ],
  direction: [
    /^(af bij|debit credit|credit debit|soll haben|s h|d c|dr cr|cr dr|direction|debet credit|sens)$/,
    /^type$/,
  ],
  text: [
    /^(description|verwendungszweck|omschrijving|concepto|libelle|causale|descrizione|descricao|opis|beskrivning)$/,
    /^(memo|details?|narrative|text|buchungstext|notes?|particulars|mededelingen|reference|message|vorgang)$/,
    /\b(description|verwendungszweck|details|libelle|omschrijving|concepto|narrative|memo)\b/,
  ],
  payee: [
    /^(payee|payee name|merchant|merchant name|counterparty|beneficiary|name|counterparty name|naam omschrijving)$/,
    /^(empfanger|auftraggeber beguns?tigter|beguns?tigter|zahlungsempfanger|zahlungspflichtige r?|tegenpartij|naam)$/,
    /\b(payee|merchant|counterparty|beneficiary|empfanger|auftraggeber|beguns?tigter|zahlungs\w*|tegenpartij)\b/,
  ],
  category: [/^(category|kategorie|categorie|categoria|kategori)$/],
  bankId: [/^(transaction id|id|fitid|unique id|transaktions id|transaction number|id transaction)$/],
  currency: [/^(currency|wahrung|devise|divisa|valuta|munt|moneda|valuuta|ccy|currency code)$/],
  status: [/^(status|state|buchungsstatus|etat|estado|stato)$/],
};

const OUT = /^(d|dr|dbit|debit|debet|s|soll|af|out|outgoing|expense|withdrawal|-|payment|cargo)$/;
const IN = /^(c|cr|crdt|credit|h|haben|bij|in|incoming|income|deposit|\+|abono)$/;

const SAMPLE = 200;

/** The columns that 0.2.0 guessed. */
export function formerColumns(table: FormerTable): Columns {
  const columns: Columns = {};
  const free = () => table.header.map((_, at) => at).filter((at) => !Object.values(columns).includes(at));
  const named = (role: Role) => {
    const fits = free().flatMap((column) => {
      const fit = NAMES[role].findIndex((pattern) => pattern.test(nameKey(table.header[column] ?? '')));
      return fit >= 0 && canBe(table, column, role) ? [{ column, fit }] : [];
    });
    return fits.sort((a, b) => a.fit - b.fit)[0]?.column;
  };
  const best = (test: (value: string) => boolean) => {
    const shares = free().map((column) => ({ column, share: shareOf(sampleOf(table, column), test) }));
    const [first] = shares.sort((a, b) => b.share - a.share);
    return first && first.share >= 0.5 ? first.column : undefined;
  };
  const fill = (role: Role, column: number | undefined) => {
    if (column !== undefined) columns[role] = column;
  };
  const drop = (...roles: Role[]) => {
    for (const role of roles) delete columns[role];
  };
  for (const role of ROLES) fill(role, named(role));
  if (columns.debit === undefined || columns.credit === undefined) drop('debit', 'credit');
  if (columns.debit !== undefined) drop('amount', 'direction');
  if (columns.amount === undefined) drop('direction');
  if (columns.date === undefined) fill('date', best(looksLikeDate));
  if (columns.amount === undefined && columns.debit === undefined) fill('amount', best(looksLikeAmount));
  if (columns.text === undefined && columns.payee === undefined)
    fill(
      'text',
      best((value) => /\p{L}{2}/u.test(value)),
    );
  return columns;
}

/** Whether 0.2.0 used the columns of the table as this mapping does. */
export function readAlike(table: FormerTable, { columns, flipped, signsOfBalance }: Mapping): boolean {
  const former = formerColumns(table);
  // Sums below the rows had a say in which sign debits have.
  const isPair = columns.debit !== undefined;
  const hasSides = sidesOf(table.header, columns) !== null;
  const isOther = isPair || hasSides || flipped === true || signsOfBalance === true || columns.fee !== undefined;
  return !isOther && ROLES.every((role) => former[role] === columns[role]);
}

/**
 * What 0.2.0 made of each line, where it made a row of it. `answers`: what the user says of the file now, and so said
 * then, where 0.2.0 asked. It asked about signs only where no amount had a minus.
 */
export function formerRows(
  table: FormerTable,
  answers: Pick<Mapping, 'dateOrder' | 'decimalSign' | 'flipped'>,
): ReadRow[] {
  const columns = formerColumns(table);
  const all = (role: Role) => (columns[role] === undefined ? [] : table.lines.map((one) => cellOf(one, columns, role)));
  const order = answers.dateOrder ?? decideDateOrder(all('date')).order;
  const sign = answers.decimalSign ?? decideDecimalSign((['amount', 'debit', 'credit'] as const).flatMap(all)).sign;
  const signs = { debit: isMinus(all('debit'), sign) ? 1 : -1, credit: isMinus(all('credit'), sign) ? -1 : 1 };
  const isAsked = columns.amount !== undefined && columns.direction === undefined && !all('amount').some(hasMinus);
  const way = answers.flipped && isAsked ? -1 : 1;
  const currency = mostCommon(all('currency'));
  return table.lines.flatMap((one): ReadRow[] => {
    const date = readDate(cellOf(one, columns, 'date'), order);
    const cents = columns.debit === undefined ? singleCents(one, columns, sign) : pairCents(one, columns, sign, signs);
    const isWhole = one.cells.slice(table.header.length).every((rest) => rest.trim() === '');
    const other = cellOf(one, columns, 'currency');
    if ('reason' in date || cents === null || !isWhole || (other !== '' && other !== currency)) return [];
    const bankId = tidyText(cellOf(one, columns, 'bankId'));
    const text = joinTexts([tidyText(cellOf(one, columns, 'payee')), cellOf(one, columns, 'text')]);
    return [{ line: one.line, date: date.date, cents: cents * way, text, ...(bankId && { bankId }) }];
  });
}

function hasMinus(cell: string): boolean {
  return /[-−–()]|\bDR\b/i.test(cell);
}

function cellOf({ cells }: Line, columns: Columns, role: Role): string {
  return cells[columns[role] ?? -1]?.trim() ?? '';
}

function singleCents(line: Line, columns: Columns, sign: DecimalSign | null): number | null {
  const amount = readAmount(cellOf(line, columns, 'amount'), sign);
  if ('reason' in amount) return null;
  if (columns.direction === undefined) return amount.cents;
  const word = cellOf(line, columns, 'direction').toLowerCase();
  if (OUT.test(word)) return -Math.abs(amount.cents);
  return IN.test(word) && amount.cents > 0 ? amount.cents : null;
}

function pairCents(
  line: Line,
  columns: Columns,
  sign: DecimalSign | null,
  signs: Record<'debit' | 'credit', number>,
): number | null {
  const debit = readAmount(cellOf(line, columns, 'debit'), sign);
  const credit = readAmount(cellOf(line, columns, 'credit'), sign);
  if ('cents' in debit) return isNothing(credit) ? debit.cents * signs.debit : null;
  return 'cents' in credit && isNothing(debit) ? credit.cents * signs.credit : null;
}

function isNothing(amount: ReturnType<typeof readAmount>): boolean {
  return 'reason' in amount && ['zero', 'no_amount'].includes(amount.reason);
}

function isMinus(texts: readonly string[], sign: DecimalSign | null): boolean {
  const read = texts.map((text) => readAmount(text, sign));
  return read.reduce((sum, one) => sum + ('cents' in one ? Math.sign(one.cents) : 0), 0) < 0;
}

function canBe(table: FormerTable, column: number, role: Role): boolean {
  const values = sampleOf(table, column);
  if (role === 'debit' || role === 'credit') return values.every((value) => looksLikeAmount(value));
  if (role === 'date') return shareOf(values, looksLikeDate) > 0.5;
  if (role === 'amount') return shareOf(values, looksLikeAmount) > 0.5;
  if (role === 'currency') return values.every((value) => /^\p{L}{3}$/u.test(value.trim()));
  const saysDirection = (value: string) => [OUT, IN].some((words) => words.test(value.trim().toLowerCase()));
  return role !== 'direction' || shareOf(values, saysDirection) > 0.5;
}

function sampleOf({ lines }: FormerTable, column: number): string[] {
  const cells = lines.slice(0, SAMPLE).map((line) => line.cells[column] ?? '');
  return cells.filter((cell) => cell.trim() !== '');
}

function shareOf(values: readonly string[], test: (value: string) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length;
}

function mostCommon(names: readonly string[]): string | null {
  const counts = [...Map.groupBy(names.filter(Boolean), (name) => name)];
  return counts.sort(([, some], [, others]) => others.length - some.length)[0]?.[0] ?? null;
}
