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

/** Whether no amount has a sign, though the types say that money went both ways. */
export function areUnsigned(entries: readonly Entry[]): boolean {
  if (entries.some(({ values }) => writtenSign(values.TRNAMT ?? '') !== 0)) return false;
  const ways = new Set(entries.map(({ values }) => CLEAR[values.TRNTYPE ?? '']));
  return ways.has(-1) && ways.has(1);
}

/** Whether all signs are against the types: in both directions, or where all money goes one way. */
export function areAgainstTypes(entries: readonly Entry[]): boolean {
  const [ways, signs] = [new Set<number>(), new Set<number>()];
  for (const { values } of entries) {
    const way = CLEAR[values.TRNTYPE ?? ''];
    const sign = writtenSign(values.TRNAMT ?? '') < 0 ? -1 : 1;
    if (way === sign) return false;
    if (way !== undefined) ways.add(way);
    signs.add(sign);
  }
  return ways.size === 2 || (ways.size === 1 && signs.size === 1);
}

/** Which way an amount without a sign went; null where its type does not say it. */
export function wayOfType(type: string): -1 | 1 | null {
  return USUAL[type] ?? null;
}
