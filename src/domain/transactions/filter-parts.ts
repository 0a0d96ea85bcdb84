/**
 * Reads the parts of a typed filter: the tokens in it that say more than text, and the words. Only recognised tokens
 * count; everything else is words, and quotes make any token, and several words, one word.
 */
import { isDate } from '../dates/dates.ts';
import type { QuickPeriod } from '../dates/report-periods.ts';
import { cleanText } from '../entered-text.ts';
import { parseAmount } from '../money/money.ts';
import { Status } from '../rows.ts';
import { foldText } from '../search-text.ts';
import { OTHER_NATURES, type TransactionKind } from './natures.ts';

/** A name, or a part of it without case and accents. `whole`: the name as it is written, or the id of what it means. */
export interface NameToken {
  kind: 'person' | 'category' | 'account' | 'budget';
  text: string;
  whole: boolean;
}

const PERIODS = [
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'lastYear',
] as const satisfies QuickPeriod[];

/**
 * `cents` are above zero, whatever the type of the transaction. `when` is YYYY-MM or YYYY-MM-DD; `from` and `to`
 * include it. A name token with an empty text means all of its kind. The text of `without` and `notes` is folded.
 */
export type FilterToken =
  | { kind: 'above' | 'below' | 'equal'; cents: number }
  | { kind: 'date' | 'from' | 'to'; when: string }
  | { kind: 'period'; name: (typeof PERIODS)[number] }
  | { kind: 'type'; type: TransactionKind }
  | { kind: 'status'; status: Status }
  | { kind: 'without' | 'notes'; text: string }
  | NameToken;

/** A part of a typed filter. `raw` is as it was typed; the text of a word is not folded. */
export interface Part {
  raw: string;
  token: FilterToken | null;
  text: string;
}

/** A named period, a quoted text, a name with a quoted value, or a word. Within quotes, two of them are one. */
const PARTS = /(?:this|last)\s+(?:month|quarter|year)(?!\S)|-?"(?:[^"]|"")*"|[a-z]+:=?"(?:[^"]|"")*"|\S+/gi;

const PERIOD = /^(this|last)\s+(month|quarter|year)$/i;

const NAMED = /^(category|account|budget|type|status|from|to|notes):(=?)(.+)$/is;

/** What begins with a sign and a number is an amount. */
const WITHOUT = /^-(?![\d$.,])(.+)$/s;

const TYPES: readonly TransactionKind[] = ['income', 'expense', ...OTHER_NATURES];

const COMPARED = { '>': 'above', '<': 'below', '=': 'equal' } as const;

export function partsOf(typed: string): Part[] {
  return [...cleanText(typed).matchAll(PARTS)].map(([raw]) => ({ raw, token: tokenOf(raw), text: unquoted(raw) }));
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

/** Whether the token means what has this name and id. */
export function isNamed({ text, whole }: NameToken, { id, name }: { id?: string; name: string }): boolean {
  return whole ? name === text || id === text : foldText(name).includes(text);
}

function tokenOf(raw: string): FilterToken | null {
  const [first = '', rest] = [raw[0], raw.slice(1)];
  if (first === '>' || first === '<' || first === '=') {
    const amount = parseAmount(rest);
    return amount.ok ? { kind: COMPARED[first], cents: amount.cents } : null;
  }
  if (first === '@') return rest === '' ? null : { kind: 'person', text: foldText(rest), whole: false };
  if (isDayOrMonth(raw)) return { kind: 'date', when: raw };
  const [, excluded] = WITHOUT.exec(raw) ?? [];
  if (excluded !== undefined) return foldedToken('without', unquoted(excluded));
  const period = periodNamed(raw);
  if (period) return { kind: 'period', name: period };
  const [, kind = '', equals, value = ''] = NAMED.exec(raw) ?? [];
  return namedToken(kind.toLowerCase(), unquoted(value), equals === '=');
}

function periodNamed(raw: string) {
  const [, which = '', unit = ''] = PERIOD.exec(raw) ?? [];
  const name = `${which}${unit}`.toLowerCase();
  return PERIODS.find((one) => one.toLowerCase() === name);
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
    case 'notes':
      return foldedToken(kind, value);
    case 'category':
    case 'account':
    case 'budget':
      if (whole) return { kind, text: value, whole };
      return { kind, text: value === '*' ? '' : foldText(value), whole };
    default:
      return null;
  }
}

/** Of nothing but accents, nothing is left. */
function foldedToken(kind: 'without' | 'notes', value: string): FilterToken | null {
  const text = foldText(value);
  return text === '' ? null : { kind, text };
}

function isDayOrMonth(text: string): boolean {
  return isDate(text) || /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}

function unquoted(raw: string): string {
  return /^".*"$/s.test(raw) ? raw.slice(1, -1).replaceAll('""', '"') : raw;
}
