/** What a filter finds, and the tokens that it understood. */
import { counted } from '#domain/money/numbers';

export const SEARCH_IN = 'Search in';

export function found(count: number): string {
  return `${counted(count, 'transaction', 'transactions')} found`;
}

export function moreThan(amount: string): string {
  return `More than ${amount}`;
}

export function lessThan(amount: string): string {
  return `Less than ${amount}`;
}

export function exactly(amount: string): string {
  return `Exactly ${amount}`;
}

/** The word comes in lower case and without accents. */
export function withoutWord(word: string): string {
  return `Without “${word}”`;
}

export function inNotes(words: string): string {
  return `Notes with “${words}”`;
}

export function enteredBy(name: string): string {
  return `Entered by ${name}`;
}

export function inCategory(name: string): string {
  return `Category ${name}`;
}

export function inAccount(name: string): string {
  return `Account ${name}`;
}

export function inBudget(name: string): string {
  return `Budget ${name}`;
}

/** The day or month comes formatted; it belongs to the period. */
export function fromDate(date: string): string {
  return `From ${date}`;
}

export function toDate(date: string): string {
  return `To ${date}`;
}

/** The button that takes a token out of the filter. */
export function withoutToken(token: string): string {
  return `Remove: ${token}`;
}
