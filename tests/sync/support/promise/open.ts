/** OPEN, against G1: wishes that end without a word, and the oracle knows of it. Each has its reason. */
import type { Wish } from './wish.ts';

/** All wishes about one row. */
export interface KnownWishes {
  wishes: readonly Wish[];
  /** Whether the server was set back to a time before it decided on the mutation. */
  isUndone(mutation: string): boolean;
  /** Whether the server took the wish. */
  isTaken(wish: Wish): boolean;
}

/**
 * A restored server brings back what was deleted after its backup. The device that deleted it deletes it again (S29l).
 * But a release before this rule does not, nor does a device that was emptied, and only transactions are remembered.
 * Then nobody is told which rows.
 */
export function isOpenRemoval({ mutation }: Wish, { isUndone }: KnownWishes): boolean {
  return mutation !== null && isUndone(mutation);
}

/** Whether a row that shall be there is one of those that go without a word. */
export function isOpenReturn(wish: Wish, known: KnownWishes): boolean {
  return isBackAlready(wish, known);
}

/** Whether this value of the wish is one of those that are known to end without a word. */
export function isOpenValue(wish: Wish, field: string, known: KnownWishes): boolean {
  return isOfBackup(wish, field, known) || isBackAlready(wish, known) || isBroughtAnew(wish, known);
}

/**
 * Who takes a deletion back may reach a server that was set back to a backup which still has the row. It stays as the
 * backup has it, and nobody is told which values came from mutations that this server forgot.
 */
function isOfBackup(wish: Wish, field: string, { wishes, isUndone, isTaken }: KnownWishes): boolean {
  if (wish.kind !== 'there' || wish.screen !== null || !isTaken(wish)) return false;
  const before = wishes.filter(({ order }) => order < wish.order);
  const isForgotten = ({ mutation, values }: Wish) =>
    mutation !== null && values[field] === wish.values[field] && isUndone(mutation);
  return before.some(({ kind, person }) => kind === 'gone' && person === wish.person) && before.some(isForgotten);
}

/**
 * Who takes a revert back may find that another device has brought the same lines of the file again by then. The rows
 * stay as that one has them (S67c), and nobody is told where that is not as they were, or when that one takes their own
 * import back.
 */
function isBackAlready({ kind, key, device, rowId }: Wish, { wishes, isTaken }: KnownWishes): boolean {
  if (kind !== 'there' || key !== null) return false;
  const others = wishes.filter((one) => one.rowId === rowId && one.device !== device);
  return others.some((one) => one.kind === 'there' && one.key !== null && isTaken(one));
}

/**
 * Somebody may delete the row of a line without having seen that it is back, and then bring the line themselves. The
 * notice of the deletion ends (S40e), although the row has another category now.
 */
function isBroughtAnew({ kind, key, person, order }: Wish, { wishes, isTaken }: KnownWishes): boolean {
  if (kind !== 'there' || key === null) return false;
  const others = wishes.filter((one) => one.person !== person && isTaken(one));
  const brought = others.filter((one) => one.kind === 'there' && one.key !== null && one.order > order);
  return brought.some((one) => others.some((other) => other.kind === 'gone' && other.person === one.person));
}
