/** What forms and entries say of transfers, and the first page does without. Amounts and dates come formatted. */

/** What an entry does to both sides. */
export const ACTIONS = {
  insert: 'Add transfer',
  patch: 'Change transfer',
  delete: 'Delete transfer',
  restore: 'Restore transfer',
  link: 'Link as a transfer',
  unlink: 'Unlink transfer',
};

export function addedDescription(amount: string, from: string, to: string): string {
  return `${amount} from ${from} to ${to} saved successfully.`;
}

/** Both amounts come formatted. */
export function apart(from: string, left: string, to: string, arrived: string): string {
  return `${left} left ${from}, and ${arrived} arrived in ${to}. Save one amount for both, or unlink them.`;
}

/** The amount comes formatted, with its sign. */
export function oneSide(amount: string): string {
  return `One side of a transfer, ${amount}`;
}

/** A row that may be the other side. The date comes formatted. */
export function candidate(account: string, date: string, description: string): string {
  return `${account}, ${date}, ${description}`;
}

/** A field of one side: "Date in Savings". */
export function ofSide(label: string, account: string): string {
  return `${label} in ${account}`;
}
