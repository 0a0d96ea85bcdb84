/**
 * The words that the filter's field offers: each token that it reads (`filter-parts.ts`), so that nobody has to know
 * them.
 */

const PERIODS = ['this month', 'last month', 'this quarter', 'last quarter', 'this year', 'last year'] as const;

/** Words that say all by themselves. */
const WHOLE = [
  ...PERIODS,
  'type:income',
  'type:expense',
  'type:transfer',
  'status:open',
  'status:cleared',
  'status:reconciled',
] as const;

/** Words that want a text, a day or an amount behind them. */
const BEGINNINGS = ['>', '<', '=', '-', '@', 'from:', 'to:', 'category:', 'account:', 'budget:', 'notes:'] as const;

/** Says in words what it means. */
export type PeriodWord = (typeof PERIODS)[number];
export type FilterWord = (typeof WHOLE)[number] | (typeof BEGINNINGS)[number];

export const FILTER_WORDS: readonly FilterWord[] = [...WHOLE, ...BEGINNINGS];

/** A word that begins with fewer letters than these is more likely something to search for. */
const FEWEST_LETTERS = 2;

/**
 * The words that may follow what is typed: all where a new one begins, and otherwise those that begin with what stands
 * at the end.
 */
export function offeredWords(typed: string): FilterWord[] {
  return FILTER_WORDS.filter((word) => {
    const begun = begunAt(typed, word);
    return begun !== null && begun !== word && (begun === '' || begun.length >= FEWEST_LETTERS);
  });
}

/**
 * What is typed, with this offered word in place of what was begun of it. A whole word leaves room for the next one.
 */
export function withWord(typed: string, word: FilterWord): string {
  const begun = begunAt(typed, word) ?? '';
  const before = typed.slice(0, typed.length - begun.length);
  return `${before}${word}${WHOLE.some((whole) => whole === word) ? ' ' : ''}`;
}

/** What stands at the end of the text of this word, from where a word may begin; null for something else. */
function begunAt(typed: string, word: FilterWord): string | null {
  for (let length = Math.min(word.length, typed.length); length >= 0; length--) {
    const begun = typed.slice(typed.length - length);
    const before = typed.slice(0, typed.length - length);
    if (/(^|\s)$/.test(before) && word.startsWith(begun.toLowerCase())) return begun;
  }
  return null;
}
