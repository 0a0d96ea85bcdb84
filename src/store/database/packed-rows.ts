/** How transactions are stored in their page. */
import { leaveOutDefaults } from '#domain/row-defaults';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import type { Page, StoredRow } from './records.ts';

/** Most rows hold defaults in the fields that came after v0.1.0. These are not stored, so v0.1.0 stored the same. */
export const ROWS_WITHOUT_DEFAULTS = {
  pack: (row: StoredRow): object => {
    const packed: Record<string, unknown> = { ...row };
    leaveOutDefaults(packed);
    return packed;
  },
  // Field by field: a loop over the names takes three times as long, for each row that is read.
  unpack: (row: StoredRow): StoredRow => {
    row.nature ??= TRANSACTION_DEFAULTS.nature;
    row.transferId ??= TRANSACTION_DEFAULTS.transferId;
    row.lines ??= TRANSACTION_DEFAULTS.lines;
    row.status ??= TRANSACTION_DEFAULTS.status;
    row.reconciliationId ??= TRANSACTION_DEFAULTS.reconciliationId;
    row.bankId ??= TRANSACTION_DEFAULTS.bankId;
    row.importId ??= TRANSACTION_DEFAULTS.importId;
    row.importedText ??= TRANSACTION_DEFAULTS.importedText;
    return row;
  },
};

/** The transfers of which a page has sides. A page without any has no such field, and is not in the index. */
export function transfersIn(rows: readonly StoredRow[]): Pick<Page, 'transfers'> {
  const ids = rows.flatMap(({ transferId }) => transferId ?? []);
  return { transfers: ids.length > 0 ? ids : undefined };
}
