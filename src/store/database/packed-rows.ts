/** How transactions are stored in their page. */
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import type { StoredRow } from './records.ts';

const DEFAULTS = Object.entries(TRANSACTION_DEFAULTS);

/** Most rows hold defaults in the fields that came after v0.1.0. These are not stored, so v0.1.0 stored the same. */
export const ROWS_WITHOUT_DEFAULTS = {
  pack: (row: StoredRow): object => {
    const packed: Record<string, unknown> = { ...row };
    // JSON leaves out what is undefined.
    for (const [field, value] of DEFAULTS) if (packed[field] === value) packed[field] = undefined;
    return packed;
  },
  unpack: (row: StoredRow): StoredRow => {
    for (const [field, value] of DEFAULTS) if (row[field] === undefined) row[field] = value;
    return row;
  },
};
