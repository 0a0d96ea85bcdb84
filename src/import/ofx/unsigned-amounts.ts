/**
 * The standard has a minus where money goes out. Some banks write none, and say it by the type of an entry alone. Some
 * cards write the debt: what was bought without a minus, and what was paid to them with one.
 */
import { writtenSign } from '../statement/amounts.ts';
import type { Entry } from './collect-accounts.ts';

/** Types that go one way. A payment with a card, for example, may also be taken back. */
const CLEAR: Readonly<Record<string, -1 | 1>> = {
  DEBIT: -1,
  DIRECTDEBIT: -1,
  CHECK: -1,
  FEE: -1,
  SRVCHG: -1,
  CREDIT: 1,
  DEP: 1,
  DIRECTDEP: 1,
};

/** Those that go this way where no amount has a sign. */
const USUAL: typeof CLEAR = { ...CLEAR, POS: -1, ATM: -1, CASH: -1, PAYMENT: -1, DIV: 1, INT: 1 };

/**
 * What the types say of the signs: they `stand`; or no amount has one, and the types tell `both` ways; or all are
 * `against` the types, in both directions or where all money goes one way.
 */
export function signsByTypes(entries: readonly Entry[]): 'stand' | 'both' | 'against' {
  const typed = entries.filter((entry) => wayOf(entry) !== undefined);
  if (typed.length === 0) return 'stand';
  const ways = new Set(typed.map(wayOf));
  const signs = new Set(entries.map(({ values }) => writtenSign(values.TRNAMT ?? '')));
  if (ways.size === 2 && signs.size === 1 && signs.has(0)) return 'both';
  if (typed.some((entry) => wayOf(entry) === signOf(entry))) return 'stand';
  return ways.size === 2 || !(signs.has(-1) && signs.size > 1) ? 'against' : 'stand';
}

function wayOf({ values }: Entry): -1 | 1 | undefined {
  return CLEAR[values.TRNTYPE ?? ''];
}

/** Without a minus, money comes in. */
function signOf({ values }: Entry): -1 | 1 {
  return writtenSign(values.TRNAMT ?? '') < 0 ? -1 : 1;
}

/** Which way an amount without a sign went; null where its type does not say it. */
export function wayOfType(type: string): -1 | 1 | null {
  return USUAL[type] ?? null;
}
