/** What people chose for a text before fills in the category of a row that has the same text. */
import { UNCATEGORIZED } from '#domain/categories';
import type { TransactionRow, TransactionType } from '#domain/rows';
import type { ReadRow } from '../statement.ts';

/** The row that tells the category. */
export interface Earlier {
  category: string;
  text: string;
  date: string;
}

type Worded = Pick<ReadRow, 'cents' | 'text' | 'payee'>;

/** Returns the function that finds for a row of a file the newest of these rows with the same type and text. */
export function earlierCategories(rows: Iterable<TransactionRow>): (row: Worded) => Earlier | null {
  const newest = new Map<string, Earlier>();
  for (const { date, type, description, importedText, category, nature, lines } of rows) {
    if (nature !== 'regular' || lines || category === UNCATEGORIZED) continue;
    for (const text of [description, importedText ?? '']) {
      const key = textKey(type, text);
      const known = key === null ? null : newest.get(key);
      if (key !== null && (!known || known.date < date)) newest.set(key, { category, text, date });
    }
  }
  return ({ cents, text, payee = '' }) => {
    const keys = [text, payee].map((one) => textKey(cents > 0 ? 'income' : 'expense', one));
    return keys.map((key) => (key === null ? null : newest.get(key))).find(Boolean) ?? null;
  };
}

/** Null without letters. */
function textKey(type: TransactionType, text: string): string | null {
  const letters = lettersOf(text);
  return letters === '' ? null : `${type} ${letters}`;
}

/** Texts are the same when their letters are: a receipt's number and its day differ each time. */
export function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}
