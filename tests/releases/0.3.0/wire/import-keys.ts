/**
 * The keys of imported rows. A row of a file has the same key whenever the file, or one that overlaps it, comes again
 * (src/import/matching). An account keeps every key for ever, with what became of its row.
 */
import * as v from 'valibot';
import { Id, Version } from './rows.ts';

/** 40 hexadecimal digits. It does not hold the account. */
export const ImportKey = v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/));

/** What became of a row that an import brought. What a reverted import brought may come again. */
export const Fate = v.picklist(['here', 'moved', 'deleted', 'reverted']);

/** Keys of one import, as they travel and as a device stores them. */
export const KeyPage = v.pipe(
  v.object({
    importId: Id,
    keys: v.array(ImportKey),
    /** For each key, the row's number when it got the key. A higher one tells that the row has changed. */
    made: v.array(Version),
    /** Keys that are linked to a row which they did not make, or whose row is not here. */
    others: v.record(ImportKey, v.object({ rowId: Id, fate: Fate })),
  }),
  v.check(({ keys, made }) => keys.length === made.length),
);

export type Fate = v.InferOutput<typeof Fate>;
export type KeyPage = v.InferOutput<typeof KeyPage>;
