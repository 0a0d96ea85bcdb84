/**
 * A column of balances that adds up proves which amounts are booked (`amount-columns.ts` asks), and which way the money
 * went (`sign-question.ts` and `read-table.ts`).
 */

export interface Proof {
  /** The part of the balance's changes that the amounts explain, from 0 to 1. */
  share: number;
  /** How many changes the balance has. */
  lines: number;
  /** The amounts add up with the other sign. */
  turned: boolean;
  /** No amount has a minus, so only sizes were compared: the balance tells the sign of each. */
  sizesOnly: boolean;
}

/** Less proves nothing: a bank sorts some rows in another order than it booked them. */
const LEAST_SHARE = 0.6;

/**
 * How far each line changes the balance; null where that is not known. Tables begin with the oldest line or with the
 * newest, so there are two answers.
 */
function changesOf(balances: readonly (number | null)[], isNewestFirst: boolean): (number | null)[] {
  const changes: (number | null)[] = balances.map(() => null);
  let before: number | null = null;
  const places = balances.map((_, at) => (isNewestFirst ? balances.length - 1 - at : at));
  for (const at of places) {
    const balance = balances[at] ?? null;
    if (balance === null) continue;
    if (before !== null) changes[at] = balance - before;
    before = balance;
  }
  return changes;
}

/** Whether the balances follow from the amounts; null when they do not. Cents by line; null for no amount. */
export function proofOf(amounts: readonly (number | null)[], balances: readonly (number | null)[]): Proof | null {
  const proofs = [false, true].flatMap((isNewestFirst) => {
    const proof = compare(amounts, changesOf(balances, isNewestFirst));
    return proof ? [proof] : [];
  });
  return proofs.sort((a, b) => b.share - a.share)[0] ?? null;
}

/** How the balance changes with each line, in the order in which the sizes of the amounts fit it. */
export function provenChanges(
  amounts: readonly (number | null)[],
  balances: readonly (number | null)[],
): (number | null)[] {
  const both = [false, true].map((isNewestFirst) => changesOf(balances, isNewestFirst));
  const fits = (changes: readonly (number | null)[]) =>
    changes.filter((change, at) => change !== null && change !== 0 && Math.abs(change) === Math.abs(amounts[at] ?? 0));
  const [first = [], second = []] = both;
  return fits(second).length > fits(first).length ? second : first;
}

/** Lines that leave the balance as it was say nothing: the bank may not have booked them. */
function compare(amounts: readonly (number | null)[], changes: readonly (number | null)[]): Proof | null {
  let [known, same, turned] = [0, 0, 0];
  changes.forEach((change, at) => {
    if (change === null || change === 0) return;
    known += 1;
    const amount = amounts[at] ?? null;
    if (amount === change) same += 1;
    else if (amount === -change) turned += 1;
  });
  const [better, all] = [Math.max(same, turned), same + turned];
  if (all < LEAST_SHARE * known || all === 0) return null;
  const isUnsigned = !amounts.some((amount) => amount !== null && amount < 0);
  if (isUnsigned) return { share: all / known, lines: all, turned: false, sizesOnly: true };
  // Signs that go both ways prove nothing.
  if (better < 0.9 * all) return null;
  return { share: better / known, lines: better, turned: turned > same, sizesOnly: false };
}
