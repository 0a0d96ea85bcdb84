/** Days and amounts as a dialect writes them. */
import type { Dialect } from './dialect.ts';
import type { Language } from './languages.ts';

/** `date`: YYYY-MM-DD. */
export function dayIn(form: Dialect['date'], date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const forms: Record<Dialect['date'], string> = {
    iso: date,
    points: `${day}.${month}.${year}`,
    'day/': `${day}/${month}/${year}`,
    'month/': `${month}/${day}/${year}`,
    compact: `${year}${month}${day}`,
    named: `${Number(day)} Jan ${year}`,
    stamp: `${year}${month}${day}120000[0:GMT]`,
    time: `${date} 10:20:00`,
    'as-of': `${month}/${day}/${year} as of ${month}/${day}/${year}`,
    signed: `${year}年${month}月${day}日`,
    blanks: `${year} ${month} ${day}`,
    formula: `="${day}.${month}.${year}"`,
  };
  return forms[form];
}

type Written = Pick<Dialect, 'decimals' | 'symbol'>;

/** The amount with a minus in front, where it is one. */
export function amountIn(written: Written, cents: number): string {
  return `${cents < 0 ? '-' : ''}${sizeIn(written, cents)}`;
}

function sizeIn({ decimals, symbol }: Written, cents: number): string {
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  const sign = decimals.at(-3) ?? '.';
  const thousands = decimals.length > 7 ? decimals.charAt(1) : '';
  const number = `${String(whole).replace(/\B(?=(\d{3})+$)/g, thousands)}${sign}${rest}`;
  return symbol === '$' ? `$${number}` : `${number}${symbol}`;
}

interface MoneyColumn {
  name: string;
  cell: (cents: number) => string;
}

/** The columns that say how much, and which way. */
export function moneyCells(dialect: Dialect, { amount, debit, credit, out, into }: Language): MoneyColumn[] {
  const size = (cents: number) => sizeIn(dialect, cents);
  const one = (cell: MoneyColumn['cell']) => [{ name: amount, cell }];
  const pair = (empty: string, minus: string): MoneyColumn[] => [
    { name: debit, cell: (cents) => (cents < 0 ? `${minus}${size(cents)}` : empty) },
    { name: credit, cell: (cents) => (cents > 0 ? size(cents) : empty) },
  ];
  const word = (cents: number) => (cents < 0 ? out : into);
  const columns: Record<Dialect['money'], () => MoneyColumn[]> = {
    signed: () => one((cents) => amountIn(dialect, cents)),
    brackets: () => one((cents) => (cents < 0 ? `(${size(cents)})` : size(cents))),
    behind: () => one((cents) => `${size(cents)}${cents < 0 ? '-' : ''}`),
    marked: () => one((cents) => `${cents < 0 ? '-' : '+'}${size(cents)}`),
    'dr-cr': () => one((cents) => `${size(cents)} ${cents < 0 ? 'DR' : 'CR'}`),
    credits: () => one((cents) => `${size(cents)}${cents > 0 ? ' CR' : ''}`),
    pair: () => pair('', ''),
    'pair-minus': () => pair('', '-'),
    'pair-dashes': () => pair('-', ''),
    direction: () => [...one(size), { name: `${out}/${into}`, cell: word }],
    'direction-unnamed': () => [{ name: 'Xy', cell: word }, ...one(size)],
    'balance-only': () => one(size),
    card: () => one((cents) => amountIn(dialect, -cents)),
  };
  return columns[dialect.money]();
}
