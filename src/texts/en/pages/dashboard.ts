export const VIEW_ONLY = 'View only';
export const EMPTY_MAY_ADD = 'Add the first one above. It is saved on this device at once, with or without a network.';
export const EMPTY_VIEW_ONLY = 'Nobody has entered anything here yet.';

/** The amount comes formatted, with its sign. */
export function balanceIncludes(amount: string): string {
  return `Includes ${amount} from transfers, opening balances and adjustments.`;
}
