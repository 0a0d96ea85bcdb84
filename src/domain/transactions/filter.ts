/**
 * What a filter means: words that are each found anywhere in a row, and tokens that say more (filter-parts.ts). Tokens
 * of one kind name choices, and tokens of several kinds all hold: `category:food category:rent last month`.
 */
import { quickPeriod } from '../dates/report-periods.ts';
import { type CountedPart, categoriesOf } from '../money/lines.ts';
import { parseAmount, signedCents } from '../money/money.ts';
import type { TransactionRow } from '../rows.ts';
import { foldText } from '../search-text.ts';
import { type FilterToken, isNamed, partsOf } from './filter-parts.ts';
import { countsAs } from './natures.ts';

/** A folded text, and the amounts that it may mean, in cents. */
export interface Word {
  text: string;
  cents: { from: number; to: number } | null;
}

export interface Filter {
  /** Each is found, in whatever order; none finds everything. */
  words: readonly Word[];
  tokens: readonly FilterToken[];
}

/** A row, and its text as a search compares it (`searchKey`). */
export interface SearchedRow {
  row: TransactionRow;
  key: string;
}

/** Each of them narrows the others; of every other kind, one token has to hold. */
const NARROWING: ReadonlySet<FilterToken['kind']> = new Set(['above', 'below', 'from', 'to', 'without', 'notes']);

/** The filter that somebody typed: neither case nor accents count, but in whole names. */
export function parseFilter(typed: string): Filter {
  const parts = partsOf(typed);
  return {
    words: parts.flatMap(({ token, text }) => (token || text === '' ? [] : wordOf(text))),
    tokens: parts.flatMap(({ token }) => token ?? []),
  };
}

/** Whether a row has each of these words, in its text (`searchKey`) or as its amount. */
export function wordTest(words: readonly Word[]): (key: string, amount: number) => boolean {
  const has = ({ text, cents }: Word, key: string, amount: number) =>
    key.includes(text) || (cents !== null && amount >= cents.from && amount <= cents.to);
  const [first, ...more] = words;
  if (!first) return () => true;
  // Nearly always there is one.
  return (key, amount) => has(first, key, amount) && more.every((word) => has(word, key, amount));
}

/** Whether all that has these words has those, too, whatever the rows. What only has an amount has no shorter text. */
export function narrows(words: readonly Word[], those: readonly Word[]): boolean {
  return those.every(({ text }) =>
    words.some((word) => word.text === text || (word.cents === null && word.text.includes(text))),
  );
}

/** Whether all that has these words in its text has those, too. What has their amounts may not. */
export function narrowsText(words: readonly Word[], those: readonly Word[]): boolean {
  return those.every(({ text }) => words.some((word) => word.text.includes(text)));
}

/** Whether a row is what the tokens say on this day. Who asks chooses accounts and budgets. */
export function tokenTest(tokens: readonly FilterToken[], today: string): (searched: SearchedRow) => boolean {
  const kinds = [
    ...Map.groupBy(
      tokens.flatMap((token) => datedTokens(token, today)),
      ({ kind }) => kind,
    ),
  ];
  return (searched) =>
    kinds.every(([kind, ofKind]) =>
      NARROWING.has(kind)
        ? ofKind.every((token) => hasToken(searched, token))
        : ofKind.some((token) => hasToken(searched, token)),
    );
}

/** Whether a row, or a line of a split one, is in a category that the tokens name. */
export function categoryTest(tokens: readonly FilterToken[]): (part: Pick<CountedPart, 'category'>) => boolean {
  const named = tokens.flatMap((token) => (token.kind === 'category' ? token : []));
  return ({ category }) => named.length === 0 || named.some((token) => isNamed(token, { name: category }));
}

/** Income minus expenses of the rows, in cents. */
export function sumOfRows(rows: readonly TransactionRow[]): number {
  return rows.reduce((sum, row) => sum + signedCents(row), 0);
}

/** Income minus expenses of these parts of a row, in cents. */
export function sumOfParts({ type }: Pick<TransactionRow, 'type'>, parts: readonly CountedPart[]): number {
  return parts.reduce((sum, { cents }) => sum + signedCents({ type, amount: cents }), 0);
}

/** `23.90` means this amount, `23.9` each from 23.90 to 23.99, and `23` each of 23 dollars. A sign does not count. */
function wordOf(text: string): Word {
  const [, unsigned = '', decimals = ''] = /^[-+−]?(\$?\d[\d.,]*?(?:[.,](\d{1,2}))?)$/.exec(text) ?? [];
  const amount = parseAmount(unsigned);
  if (!amount.ok) return { text: foldText(text), cents: null };
  return { text: foldText(text), cents: { from: amount.cents, to: amount.cents + 10 ** (2 - decimals.length) - 1 } };
}

function datedTokens(token: FilterToken, today: string): FilterToken[] {
  if (token.kind !== 'period') return [token];
  const { from, to } = quickPeriod(token.name, today);
  return [
    { kind: 'from', when: from },
    { kind: 'to', when: to },
  ];
}

function hasToken({ row, key }: SearchedRow, token: FilterToken): boolean {
  switch (token.kind) {
    case 'above':
      return row.amount > token.cents;
    case 'below':
      return row.amount < token.cents;
    case 'equal':
      return row.amount === token.cents;
    case 'date':
      return row.date.startsWith(token.when);
    case 'from':
      return row.date.slice(0, token.when.length) >= token.when;
    case 'to':
      return row.date.slice(0, token.when.length) <= token.when;
    case 'type':
      return countsAs(row) === token.type;
    case 'status':
      return row.status === token.status;
    case 'without':
      return !key.includes(token.text);
    case 'notes':
      return [row.notes, ...(row.lines ?? []).map(({ note }) => note)].some((note) =>
        foldText(note).includes(token.text),
      );
    case 'person':
      return row.userEmail !== null && isNamed(token, { name: row.userEmail });
    case 'category':
      return categoriesOf(row).some((name) => isNamed(token, { name }));
    case 'period':
    case 'account':
    case 'budget':
      return true;
  }
}
