/**
 * What a filter means: its plain text, searched as one string, and the tokens in it that say more than text. Only
 * recognised tokens count; everything else is text, and quotes make any token text. Tokens of one kind name choices,
 * and tokens of several kinds all hold: `category:food category:rent 2026-10`.
 */
import { isDate } from '../dates/dates.ts';
import { cleanText } from '../entered-text.ts';
import { type CountedPart, categoriesOf } from '../money/lines.ts';
import { parseAmount, signedCents } from '../money/money.ts';
import { Status, type TransactionRow } from '../rows.ts';
import { kindOf, OTHER_NATURES, type TransactionKind } from './natures.ts';

/** A name, or a part of it in any case. `whole`: the name as it is written, or the id of what it means. */
export interface NameToken {
  kind: 'person' | 'category' | 'account' | 'budget';
  text: string;
  whole: boolean;
}

/**
 * `cents` are above zero, whatever the type of the transaction. `when` is YYYY-MM or YYYY-MM-DD; `from` and `to`
 * include it. A name token with an empty text means all of its kind.
 */
export type FilterToken =
  | { kind: 'above' | 'below'; cents: number }
  | { kind: 'date' | 'from' | 'to'; when: string }
  | { kind: 'type'; type: TransactionKind }
  | { kind: 'status'; status: Status }
  | NameToken;

export interface Filter {
  /** Compared with description and category; empty finds everything. */
  text: string;
  tokens: readonly FilterToken[];
}

/** A part of a typed filter. `raw` is as it was typed. */
interface Part {
  raw: string;
  token: FilterToken | null;
  text: string;
}

/** A quoted text, a name with a quoted value, or a word. Within quotes, two of them are one. */
const PARTS = /"(?:[^"]|"")*"|[a-z]+:=?"(?:[^"]|"")*"|\S+/gi;

const NAMED = /^(category|account|budget|type|status|from|to):(=?)(.+)$/is;

const TYPES: readonly TransactionKind[] = ['income', 'expense', ...OTHER_NATURES];

/** Each of them narrows the others; of every other kind, one token has to hold. */
const NARROWING: ReadonlySet<FilterToken['kind']> = new Set(['above', 'below', 'from', 'to']);

/** The filter that somebody typed: case does not count, but in whole names. */
export function parseFilter(typed: string): Filter {
  const parts = partsOf(typed);
  const tokens = parts.flatMap(({ token }) => token ?? []);
  // Without tokens and quotes the text stays as it was typed, with the spaces between its words.
  if (tokens.length === 0 && !typed.includes('"')) return { text: cleanText(typed).toLowerCase(), tokens };
  const words = parts.flatMap(({ token, text }) => (token ? [] : text));
  return { text: words.join(' ').toLowerCase(), tokens };
}

/** The tokens of a typed filter, each with the filter that is left without it. */
export function filterTokens(typed: string): { raw: string; token: FilterToken; without: string }[] {
  const parts = partsOf(typed);
  return parts.flatMap(({ raw, token }, at) => {
    const others = parts.filter((_, other) => other !== at).map((part) => part.raw);
    return token ? { raw, token, without: others.join(' ') } : [];
  });
}

/** The typed filter without its tokens of this kind. */
export function withoutTokens(typed: string, kind: FilterToken['kind']): string {
  const left = partsOf(typed).filter(({ token }) => token?.kind !== kind);
  return left.map(({ raw }) => raw).join(' ');
}

/** Whether a row is what the tokens say. The text is searched elsewhere; who asks chooses accounts and budgets. */
export function tokenTest(tokens: readonly FilterToken[]): (row: TransactionRow) => boolean {
  const kinds = [...Map.groupBy(tokens, ({ kind }) => kind)];
  return (row) =>
    kinds.every(([kind, ofKind]) =>
      NARROWING.has(kind)
        ? ofKind.every((token) => hasToken(row, token))
        : ofKind.some((token) => hasToken(row, token)),
    );
}

/** Whether the token means what has this name and id. */
export function isNamed({ text, whole }: NameToken, { id, name }: { id?: string; name: string }): boolean {
  return whole ? name === text || id === text : name.toLowerCase().includes(text);
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

function hasToken(row: TransactionRow, token: FilterToken): boolean {
  switch (token.kind) {
    case 'above':
      return row.amount > token.cents;
    case 'below':
      return row.amount < token.cents;
    case 'date':
      return row.date.startsWith(token.when);
    case 'from':
      return row.date.slice(0, token.when.length) >= token.when;
    case 'to':
      return row.date.slice(0, token.when.length) <= token.when;
    case 'type':
      return kindOf(row) === token.type;
    case 'status':
      return row.status === token.status;
    case 'person':
      return row.userEmail !== null && isNamed(token, { name: row.userEmail });
    case 'category':
      return categoriesOf(row).some((name) => isNamed(token, { name }));
    case 'account':
    case 'budget':
      return true;
  }
}

function partsOf(typed: string): Part[] {
  return [...cleanText(typed).matchAll(PARTS)].map(([raw]) => ({ raw, token: tokenOf(raw), text: unquoted(raw) }));
}

function tokenOf(raw: string): FilterToken | null {
  const [first = '', rest] = [raw[0], raw.slice(1)];
  if (first === '>' || first === '<') {
    const amount = parseAmount(rest);
    return amount.ok ? { kind: first === '>' ? 'above' : 'below', cents: amount.cents } : null;
  }
  if (first === '@') return rest === '' ? null : { kind: 'person', text: rest.toLowerCase(), whole: false };
  if (isDayOrMonth(raw)) return { kind: 'date', when: raw };
  const [, kind = '', equals, value = ''] = NAMED.exec(raw) ?? [];
  return namedToken(kind.toLowerCase(), unquoted(value), equals === '=');
}

function namedToken(kind: string, value: string, whole: boolean): FilterToken | null {
  if (value === '') return null;
  switch (kind) {
    case 'from':
    case 'to':
      return isDayOrMonth(value) ? { kind, when: value } : null;
    case 'type': {
      const type = TYPES.find((known) => known === value.toLowerCase());
      return type ? { kind, type } : null;
    }
    case 'status': {
      const status = Status.options.find((one) => one === value.toLowerCase());
      return status ? { kind, status } : null;
    }
    case 'category':
    case 'account':
    case 'budget':
      if (whole) return { kind, text: value, whole };
      return { kind, text: value === '*' ? '' : value.toLowerCase(), whole };
    default:
      return null;
  }
}

function isDayOrMonth(text: string): boolean {
  return isDate(text) || /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}

function unquoted(raw: string): string {
  return /^".*"$/s.test(raw) ? raw.slice(1, -1).replaceAll('""', '"') : raw;
}
