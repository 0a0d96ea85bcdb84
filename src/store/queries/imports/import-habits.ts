/** What this device remembers of the user's imports: which account a file was for, and how its columns were chosen. */
import * as v from 'valibot';
import { Id } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { readMeta } from '../../database/meta.ts';

export const IMPORT_HABITS = 'import-habits';

/** The mapping of a table (`Mapping` of src/import/csv). */
const RememberedMapping = v.object({
  columns: v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(0))),
  dateOrder: v.exactOptional(v.picklist(['day-first', 'month-first', 'year-first'])),
  decimalSign: v.exactOptional(v.picklist(['.', ','])),
  flipped: v.exactOptional(v.boolean()),
  signsOfBalance: v.exactOptional(v.boolean()),
  amountColumn: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** Whether the user chose the columns; missing in what 0.2.0 remembered, which did not tell. */
  chosen: v.exactOptional(v.boolean()),
});

const ImportHabit = v.object({
  accountId: Id,
  /** The account's number as the file names it, or null. */
  number: v.nullable(v.string()),
  /** The shape of the table's header and its columns, or null. */
  table: v.nullable(v.object({ shape: v.string(), mapping: RememberedMapping })),
});

/** One kind of file and the account that it was imported into. */
export type ImportHabit = v.InferOutput<typeof ImportHabit>;

/** The newest first. */
export async function readImportHabits(db: Database): Promise<ImportHabit[]> {
  return (await readMeta(db, IMPORT_HABITS, v.array(ImportHabit))) ?? [];
}
