/**
 * What a filter means: its plain text, searched as one string, and the tokens in it that say more than text. Only
 * recognised tokens count; everything else is text, and quotes make any token text.
 */
import { cleanText } from './entered-text.ts';
import { parseAmount, signedCents } from './money.ts';
import type { TransactionRow } from './rows.ts';

/** `cents` are above zero, whatever the type of the transaction. `when` is YYYY-MM or YYYY-MM-DD. */
export type FilterToken =
  | { kind: 'above' | 'below'; cents: number }
  | { kind: 'date'; when: string }
  | { kind: 'person' | 'category'; text: string };

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

/** A quoted text, a name with a quoted value, or a word. */
const PARTS = /"[^"]*"|[a-z]+:"[^"]*"|\S+/gi;

/** The filter that somebody typed: case does not count. */
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

/** Whether the row is what every token says. The text is searched elsewhere. */
export function hasTokens(row: TransactionRow, tokens: readonly FilterToken[]): boolean {
  return tokens.every((token) => hasToken(row, token));
}

function hasToken(row: TransactionRow, token: FilterToken): boolean {
  switch (token.kind) {
    case 'above':
      return row.amount > token.cents;
    case 'below':
      return row.amount < token.cents;
    case 'date':
      return row.date.startsWith(token.when);
    case 'person':
      return row.userEmail?.toLowerCase().includes(token.text) ?? false;
    case 'category':
      return row.category.toLowerCase().includes(token.text);
  }
}

/** Income minus expenses of the rows, in cents. */
export function sumOfRows(rows: readonly TransactionRow[]): number {
  return rows.reduce((sum, row) => sum + signedCents(row), 0);
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
  if (first === '@') return rest === '' ? null : { kind: 'person', text: rest.toLowerCase() };
  if (/^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/.test(raw)) return { kind: 'date', when: raw };
  const [, name = ''] = /^category:(.+)$/i.exec(raw) ?? [];
  const text = unquoted(name).toLowerCase();
  return text === '' ? null : { kind: 'category', text };
}

function unquoted(raw: string): string {
  return /^"[^"]*"$/.test(raw) ? raw.slice(1, -1) : raw;
}
