/** What a local engine does in the workloads B1 to B5. Every engine gives the same answers, which the run compares. */
import type { SampleRow } from '../sample-rows.ts';

export type SortColumn = 'date' | 'description' | 'category' | 'amount';

/** All questions are about the main account; the other two are there to be told apart. */
export interface Engine {
  /** Takes in the rows of an empty ledger, by the fastest way that leaves the engine as it would be in use. */
  fill(rows: readonly SampleRow[]): Promise<void>;
  add(row: SampleRow): Promise<void>;
  /** Gives the row another amount. */
  edit(row: SampleRow, amount: number): Promise<void>;
  /** Gives the row another date. */
  move(row: SampleRow, date: string): Promise<void>;
  remove(row: SampleRow): Promise<void>;
  /** Number of rows read; they come newest first. */
  newest(limit: number): Promise<number>;
  /** Number of rows of a month (YYYY-MM). */
  month(month: string): Promise<number>;
  /** Number of rows read from place `offset` of the list on, newest first. */
  page(offset: number, limit: number): Promise<number>;
  /** How many rows have the text in their description or category, and the first hundred of them read. */
  filter(text: string): Promise<number>;
  /** The first hundred rows in the ascending order of a column; the sum of their amounts, in cents. */
  sort(column: SortColumn): Promise<number>;
  /** Income minus expenses, in cents. */
  balance(): Promise<number>;
  /** Sums by category of the days from `from` to `to`: how many, and their sum in cents. */
  categories(from: string, to: string): Promise<{ count: number; cents: number }>;
  /** From nothing in memory to being able to answer `filter`; absent where there is nothing to be made ready. */
  prepareSearch?(): Promise<void>;
}
