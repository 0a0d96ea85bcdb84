/** A search query and its answer. */
import * as v from 'valibot';
import { type TransactionRow, TransactionType } from '#domain/rows';

const SearchOrder = v.object({
  column: v.picklist(['date', 'description', 'category', 'type', 'amount']),
  direction: v.picklist(['ascending', 'descending']),
});

const Coverages = v.array(
  v.object({
    id: v.string(),
    accountId: v.string(),
    categoryName: v.nullable(v.string()),
    categoryType: v.nullable(TransactionType),
  }),
);

/** A scope of the ledger, and what counts of it (`Counts` in budgets.ts). */
export const SearchSource = v.object({ scope: v.string(), budgets: v.nullable(Coverages), except: Coverages });

/** A window into the transactions of these sources that match `text`, in this order. */
export const SearchQuery = v.object({
  sources: v.array(SearchSource),
  /**
   * What the user typed into the filter, tokens included (filter.ts); an empty one finds everything. The sources say
   * what its accounts and budgets mean.
   */
  text: v.string(),
  /** The day from which its periods are seen. */
  today: v.string(),
  order: SearchOrder,
  offset: v.pipe(v.number(), v.integer(), v.minValue(0)),
  limit: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/**
 * A row as the worker read it from the database. No query parses such rows: their fields were parsed as they came. To
 * parse a hundred of them takes longer than to find them.
 */
const StoredTransaction = v.custom<TransactionRow>((row) => v.is(v.object({ id: v.string() }), row));

export const SearchWindow = v.object({
  rows: v.array(StoredTransaction),
  /** The number of all matches. */
  total: v.number(),
  /** Income minus expenses of all matches, in cents. */
  sum: v.number(),
});

export type SearchSource = v.InferOutput<typeof SearchSource>;
export type SearchQuery = v.InferOutput<typeof SearchQuery>;
export type SearchWindow = v.InferOutput<typeof SearchWindow>;
