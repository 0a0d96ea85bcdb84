/** The button above a list of transactions; what it says later is in `transactions-csv.ts`. */
export const EXPORT = 'Export CSV';
