/** In how many ways a bank may write the same rows; each dialect is one choice of each. */
import type { Encoding } from '../../../src/import/encodings/encodings.ts';
import { LANGUAGES } from './languages.ts';

export const CHOICES = {
  language: Object.keys(LANGUAGES),
  delimiter: [',', ';', '\t', '|'],
  decimals: ['1,234.56', '1234.56', '1.234,56', '1234,56', "1'234.56", '1 234,56'],
  date: [
    'iso',
    'points',
    'day/',
    'month/',
    'compact',
    'named',
    'stamp',
    'time',
    'as-of',
    'signed',
    'blanks',
    'formula',
  ],
  order: ['oldest', 'newest'],
  money: [
    'signed',
    'signed',
    'brackets',
    'behind',
    'marked',
    'dr-cr',
    'credits',
    'pair',
    'pair-minus',
    'pair-dashes',
    'direction',
    'direction-unnamed',
    'balance-only',
    'card',
  ],
  header: ['names', 'names', 'names', 'none'],
  above: ['nothing', 'nothing', 'words', 'padded', 'account'],
  below: ['nothing', 'nothing', 'total', 'balances', 'words'],
  extra: [
    [],
    ['account'],
    ['number', 'empty'],
    ['original', 'currency'],
    ['holder', 'account'],
    ['state'],
    ['value'],
    ['fee'],
  ],
  balance: [true, true, false],
  symbol: ['', '', '', '$', ' EUR'],
  encoding: ['utf-8', 'marked', 'utf-16le', 'own'],
  days: ['all', 'all', 'all', 'first-twelve'],
} as const;

export type Dialect = { [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] };

/** The dialect of a number: the same number is always the same dialect, and near numbers differ in much. */
export function dialectOf(number: number): Dialect {
  let state = (number + 1) * 2_654_435_761;
  const pick = <Item>(items: readonly Item[]): Item => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    const item = items[(state >>> 8) % items.length];
    if (item === undefined) throw new Error('nothing to choose');
    return item;
  };
  const { language, delimiter, decimals, date, order, money, header, above, below } = CHOICES;
  const { extra, balance, symbol, encoding, days } = CHOICES;
  return {
    language: pick<Dialect['language']>(language),
    delimiter: pick<Dialect['delimiter']>(delimiter),
    decimals: pick<Dialect['decimals']>(decimals),
    date: pick<Dialect['date']>(date),
    order: pick<Dialect['order']>(order),
    money: pick<Dialect['money']>(money),
    header: pick<Dialect['header']>(header),
    above: pick<Dialect['above']>(above),
    below: pick<Dialect['below']>(below),
    extra: pick<Dialect['extra']>(extra),
    balance: pick<Dialect['balance']>(balance),
    symbol: pick<Dialect['symbol']>(symbol),
    encoding: pick<Dialect['encoding']>(encoding),
    days: pick<Dialect['days']>(days),
  };
}

/** The encoding of the dialect's bytes. */
export function encodingOf({ encoding, language, date }: Dialect): Encoding {
  if (encoding === 'utf-16le') return encoding;
  // Only encodings of East Asia have the signs behind year, month and day.
  if (date === 'signed' && language !== 'zh') return 'utf-8';
  return encoding === 'own' ? (LANGUAGES[language]?.encoding ?? 'utf-8') : 'utf-8';
}
