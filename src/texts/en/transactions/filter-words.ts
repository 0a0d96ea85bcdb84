/** What the words mean that the filter's field offers. */
import type { FilterWord, PeriodWord } from '#domain/transactions/filter-words';
import * as terms from '#texts/terms';
import { KINDS } from './transaction-kinds.ts';

export const WORDS = 'Words to search with';

const MEANINGS: Record<Exclude<FilterWord, PeriodWord>, string> = {
  'type:income': KINDS.income,
  'type:expense': KINDS.expense,
  'type:transfer': KINDS.transfer,
  'status:open': terms.STATUSES.open,
  'status:cleared': terms.STATUSES.cleared,
  'status:reconciled': terms.STATUSES.reconciled,
  '>': 'More than an amount',
  '<': 'Less than an amount',
  '=': 'Exactly an amount',
  '-': 'Without a word',
  '@': 'Entered by somebody',
  'from:': 'From a day or month',
  'to:': 'To a day or month',
  'category:': 'In a category',
  'account:': 'In an account',
  'budget:': 'In a budget',
  'notes:': 'In the notes',
};

/** Empty for a word that is its own meaning. */
export function meaningOf(word: FilterWord): string {
  return Object.entries(MEANINGS).find(([one]) => one === word)?.[1] ?? '';
}
