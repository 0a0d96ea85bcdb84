/** Whole numbers as people read them. `money.ts` formats sums of money. */
import { LOCALE } from '../locale.ts';

/** `12,345`. */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** A number with the words that go with it: `1 transaction`, `2,000 transactions`. */
export function counted(count: number, one: string, other: string): string {
  return `${formatCount(count)} ${PLURAL.select(count) === 'one' ? one : other}`;
}

const COUNT = new Intl.NumberFormat(LOCALE);
const PLURAL = new Intl.PluralRules(LOCALE);
