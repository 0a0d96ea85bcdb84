/** Fields that came after v0.1.0 and hold their defaults in most transactions. */
import { TRANSACTION_DEFAULTS } from './rows.ts';

const DEFAULTS = Object.entries(TRANSACTION_DEFAULTS);

/** Takes the fields out of a transaction that hold their defaults: JSON leaves out what is undefined. */
export function leaveOutDefaults(row: Record<string, unknown>): void {
  for (const [field, value] of DEFAULTS) if (row[field] === value) row[field] = undefined;
}
