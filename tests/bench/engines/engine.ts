/** What a local engine does in the workloads B1 to B5. Every engine gives the same answers, which the run compares. */
import type { SampleRow } from '../sample-rows.ts';

export type SortColumn = 'date' | 'description' | 'category' | 'amount';

/** All questions are about the main account. The other two are there so that engines must tell them apart. */
export interface Engine {
  /** Loads the rows into an empty ledger, in the fastest way that leaves the engine ready for use. */
  fill(rows: readonly SampleRow[]): Promise<void>;
  add(row: SampleRow): Promise<void>;
  /** Gives the row another amount. */
  edit(row: SampleRow, amount: number): Promise<void>;
  /** Gives the row another date. */
  move(row: SampleRow, date: string): Promise<void>;
  remove(row: SampleRow): Promise<void>;
  /** Reads the newest rows first; returns how many. */
  newest(limit: number): Promise<number>;
  /** Reads the rows of a month (YYYY-MM); returns how many. */
  month(month: string): Promise<number>;
  /** Reads rows from place `offset` of the list on, newest first; returns how many. */
  page(offset: number, limit: number): Promise<number>;
  /** Counts the rows that have the text in their description or category, and reads the first hundred of them. */
  filter(text: string): Promise<number>;
  /** Reads the first hundred rows in ascending order of a column; returns the sum of their amounts, in cents. */
  sort(column: SortColumn): Promise<number>;
  /** Income minus expenses, in cents. */
  balance(): Promise<number>;
  /** Sums by category of the days from `from` to `to`: how many, and their sum in cents. */
  categories(from: string, to: string): Promise<{ count: number; cents: number }>;
  /** Goes from nothing in memory to being able to answer `filter`. Absent if the engine needs no preparation. */
  prepareSearch?(): Promise<void>;
}
