export const VIEW_ONLY = 'View only';
export const EMPTY_MAY_ADD = 'Add the first one above. It is saved on this device at once, with or without a network.';
export const EMPTY_VIEW_ONLY = 'Nobody has entered anything here yet.';

/** The amount comes formatted, with its sign. */
export function balanceIncludes(amount: string): string {
  return `Includes ${amount}: transfers, openings, adjustments.`;
}

/** The amount comes formatted: what this month brought so far. */
export function thisMonth(amount: string): string {
  return `${amount} this month`;
}

/** What last month had brought until this day, which comes formatted as in "Oct 27". */
export function untilThen(amount: string, day: string): string {
  return `${amount} by ${day}`;
}

/** The line of the balance in words; days and amounts come formatted. */
export function balanceLine(
  ends: Record<'from' | 'to' | 'lowest' | 'highest', { day: string; amount: string }>,
): string {
  const { from, to, lowest, highest } = ends;
  return (
    `Balance over 90 days: ${from.amount} on ${from.day}, ${to.amount} on ${to.day}. ` +
    `Lowest ${lowest.amount} on ${lowest.day}, highest ${highest.amount} on ${highest.day}.`
  );
}
