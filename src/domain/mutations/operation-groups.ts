/** Which operations of a mutation are applied together. Row by row, thousands of them would take many seconds. */
import type { Call, Operation } from '#domain/mutations/operations';

/** An operation on a transaction. */
export type OnTransaction = Exclude<Operation, Call>;

/** As many are applied without a pause. More would keep the page busy for too long. */
const AT_ONCE = 250;

/**
 * The operations in order, in groups. A group has operations on different transactions, or one other operation.
 */
export function groupsOf(operations: readonly Operation[]): Operation[][] {
  const groups: Operation[][] = [];
  let ids = new Set<string>();
  for (const operation of operations) {
    const id = isOnTransaction(operation) ? idIn(operation) : null;
    const group = groups.at(-1);
    if (group && id !== null && ids.size > 0 && !ids.has(id) && group.length < AT_ONCE) group.push(operation);
    else {
      groups.push([operation]);
      ids = new Set();
    }
    if (id !== null) ids.add(id);
  }
  return groups;
}

export function isOnTransaction(operation: Operation): operation is OnTransaction {
  return operation.kind !== 'call' && operation.table === 'transactions';
}

/** The id of the row that the operation is about. */
export function idIn(operation: OnTransaction): string {
  return 'row' in operation ? operation.row.id : operation.id;
}
