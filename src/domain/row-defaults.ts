/** Fields that came after v0.1.0 and hold their defaults in most transactions. */
import { TRANSACTION_DEFAULTS, type TransactionRow } from './rows.ts';

type Rare = { -readonly [Field in keyof typeof TRANSACTION_DEFAULTS]?: TransactionRow[Field] | undefined };

/**
 * Takes the fields out of a transaction that hold their defaults: JSON leaves out what is undefined. Field by field,
 * because a loop over the names takes twice as long, for each row that is sent.
 */
export function leaveOutDefaults(row: Rare): void {
  if (row.nature === TRANSACTION_DEFAULTS.nature) row.nature = undefined;
  if (row.refund === TRANSACTION_DEFAULTS.refund) row.refund = undefined;
  if (row.transferId === TRANSACTION_DEFAULTS.transferId) row.transferId = undefined;
  if (row.lines === TRANSACTION_DEFAULTS.lines) row.lines = undefined;
  if (row.status === TRANSACTION_DEFAULTS.status) row.status = undefined;
  if (row.reconciliationId === TRANSACTION_DEFAULTS.reconciliationId) row.reconciliationId = undefined;
  if (row.bankId === TRANSACTION_DEFAULTS.bankId) row.bankId = undefined;
  if (row.importId === TRANSACTION_DEFAULTS.importId) row.importId = undefined;
  if (row.importedText === TRANSACTION_DEFAULTS.importedText) row.importedText = undefined;
}
