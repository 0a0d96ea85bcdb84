/** What people chose for a text before fills in the category of a row that has the same text. */
import { UNCATEGORIZED } from '#domain/books/categories';
import type { TransactionRow, TransactionType } from '#domain/rows';
import { chosenCategory } from '#domain/transactions/chosen-category';
import type { ReadRow } from '../statement/statement.ts';

/** The row that tells the category. */
export interface Earlier {
  category: string;
  text: string;
  date: string;
}

type Worded = Pick<ReadRow, 'cents' | 'text' | 'payee'>;

export class EarlierCategories {
  readonly #newest = new Map<string, Earlier>();
  /** Most texts come many times. */
  readonly #letters = new Map<string, string>();

  add(row: TransactionRow): void {
    const { date, type, description, importedText } = row;
    const category = chosenCategory(row);
    // What came back once is no habit.
    if (category === null || category === UNCATEGORIZED || row.refund) return;
    for (const text of [description, importedText ?? '']) {
      const key = this.#keyOf(type, text);
      const known = key === null ? null : this.#newest.get(key);
      if (key !== null && (!known || known.date < date)) this.#newest.set(key, { category, text, date });
    }
  }

  /** Of the newest of the rows with the same type and text as this row of a file. */
  of({ cents, text, payee = '' }: Worded): Earlier | null {
    const keys = [text, payee].map((one) => this.#keyOf(cents > 0 ? 'income' : 'expense', one));
    return keys.map((key) => (key === null ? null : this.#newest.get(key))).find(Boolean) ?? null;
  }

  /** Null without letters. */
  #keyOf(type: TransactionType, text: string): string | null {
    if (text === '') return null;
    const letters = this.#letters.get(text) ?? lettersOf(text);
    this.#letters.set(text, letters);
    return letters === '' ? null : `${type} ${letters}`;
  }
}

/** Texts are the same when their letters are: a receipt's number and its day differ each time. */
export function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}
