/** How what a command does with many rows is parted into mutations. */
import type { Operation } from './operations.ts';

/** How many rows each many-row command puts into one mutation. */
export const ROWS_IN_ONE = {
  /** A quarter of what the server takes also passes a slow line in time. */
  changed: 250,
  imported: 500,
  reverted: 500,
  restored: 250,
  /** Changing a status is slow, and the server locks the account meanwhile. */
  reconciled: 100,
  /** It fits through a slow line within a request's time limit (S60). */
  carriedOver: 100,
} as const;

interface OfTransfer {
  /** The transfer of which it is about a side; null for everything else. */
  transferId: string | null;
}

/**
 * The items in their order, where the sides of a transfer stand together, in slices of at most `most`. One mutation has
 * to write both sides.
 */
export function inSlices<Item extends OfTransfer>(items: readonly Item[], most: number): Item[][] {
  return filled(Map.groupBy(items, (one) => one.transferId ?? one).values(), most);
}

/** The groups in their order, in slices of at most `most`. No group is cut, so a larger one is a slice by itself. */
export function filled<Item>(groups: Iterable<readonly Item[]>, most: number): Item[][] {
  const slices: Item[][] = [];
  for (const group of groups) {
    const last = slices.at(-1);
    if (last && last.length + group.length <= most) last.push(...group);
    else slices.push([...group]);
  }
  return slices;
}

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * The units on which the server decides apart (S71): the operations of one transaction, or of the sides of one
 * transfer. What concerns other tables comes first, and is one group; what is deleted there comes last, because an
 * import goes after its rows. `transfers`: by the ids of transactions, the transfers of which they are sides.
 */
export function unitsOf(
  operations: readonly Operation[],
  transfers: ReadonlyMap<string, string> = NONE,
): Operation[][] {
  const [first, last]: [Operation[], Operation[]] = [[], []];
  const units = new Map<string, Operation[]>();
  for (const operation of operations) {
    const names = namesOf(operation, transfers);
    if (names.length === 0) {
      (operation.kind === 'delete' ? last : first).push(operation);
      continue;
    }
    const met = new Set(names.flatMap((name) => [units.get(name) ?? []]));
    const unit = [...[...met].flat(), operation];
    for (const name of unit.flatMap((one) => namesOf(one, transfers))) units.set(name, unit);
  }
  return [first, ...new Set(units.values()), last].filter((unit) => unit.length > 0);
}

/** What the operation has in common with others of its unit: a transaction, and a transfer. */
function namesOf(operation: Operation, transfers: ReadonlyMap<string, string>): string[] {
  if (operation.kind === 'call' || operation.table !== 'transactions') return [];
  if ('row' in operation) return [operation.row.id, ...named(operation.row.transferId)];
  const names = [operation.id, ...named(transfers.get(operation.id))];
  if (operation.kind === 'delete') return names;
  return [...names, ...named(operation.before.transferId), ...named(operation.after.transferId)];
}

function named(transferId: unknown): string[] {
  return typeof transferId === 'string' ? [`transfer ${transferId}`] : [];
}
