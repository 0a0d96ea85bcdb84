/** What the in-memory server knows of a field group's standing value, and what an author had seen of it. */
import type { Patch, Seen } from '#domain/mutations/operations';

export interface Stamp {
  at: string;
  by: string;
}

/** A group without a clock, or without `written`, is as it was inserted. */
export interface Clock {
  /**
   * `was`: the account and version before the row moved to another account. `device` and the number that it gave the
   * mutation: null where none was named.
   */
  written?: Stamp & {
    version: number;
    device: string | null;
    deviceNumber: number | null;
    was?: { accountId: string; version: number };
  };
  /** A later edit that wrote the same value. It counts in comparisons of times, and is no write. */
  raised?: Stamp & { device: string | null; deviceNumber: number | null };
  /** Whose the amount is where a change of the type only took it along (S37d). */
  along?: readonly string[];
}

export type Clocks = Record<string, Clock>;

/** What the author of an operation had seen: a bare version in patches of v0.1.0, nothing in its deletions. */
export type SeenBefore = Seen | number | undefined;

/** Whether the author knew what stands in the group: they saw it, or this very device wrote it (S36a–c). */
export function knows(
  clocks: Clocks,
  group: string,
  seen: SeenBefore,
  { accountId, device }: { accountId: string; device: string | null },
): boolean {
  const written = clocks[group]?.written;
  if (!written) return true;
  if (device !== null && written.device === device) return true;
  if (seen === undefined) return false;
  if (typeof seen === 'number') return written.version <= seen && clocks.accountId === undefined;
  // A transaction's type is of the group of its amount. A schedule's group has the name of its first field.
  const number = numberSeen(seen, group === 'type' && seen.hidden?.amount !== undefined ? 'amount' : group);
  const { was } = written;
  if (seen.accountId === accountId && written.version <= number) return true;
  return was?.accountId === seen.accountId && was.version <= number;
}

/** Whether a later mutation of this very device wrote what stands under this clock, or wrote it again (S36b). */
export function isOutdated(
  { written, raised }: Clock,
  { device, deviceNumber }: { device: string | null; deviceNumber: number | null },
): boolean {
  if (device === null || deviceNumber === null) return false;
  return [written, raised].some((one) => one?.device === device && (one.deviceNumber ?? 0) > deviceNumber);
}

/** Releases before 0.3.0 say of both texts what they had seen of the description. */
function numberSeen({ number, hidden = {} }: Seen, group: string): number {
  return hidden[group] ?? (group === 'notes' ? Math.min(number, hidden.description ?? number) : number);
}

/** Whether another device has written again, later than the edit, what stands in one of these groups (S36g). */
export function isRaisedSince(
  clocks: Clocks,
  groups: readonly string[],
  { at, by, device }: Stamp & { device: string | null },
): boolean {
  return groups.some((group) => {
    const { raised } = clocks[group] ?? {};
    if (!raised || raised.at <= at) return false;
    return raised.by !== by || (raised.device !== null && device !== null && raised.device !== device);
  });
}

/** Who has chosen the value that stands there: not who only took it along (S37d). */
export function choosersIn({ written, raised, along }: Clock = {}): Set<string> {
  const choosers = [...(along ?? [written?.by]), raised?.by];
  return new Set(choosers.filter((person) => person !== undefined));
}

/** Who is told when somebody writes over it unseen (S36e). */
export function authorsIn(clock: Clock = {}): Set<string> {
  return clock.written ? new Set([clock.written.by, ...choosersIn(clock)]) : choosersIn(clock);
}

/** Whether one deed is later than another. A tie goes to the greater user id (S36d). */
export function isLater(one: Stamp, other: { at: string; by: string | null }): boolean {
  return one.at > other.at || (one.at === other.at && other.by !== null && one.by > other.by);
}

/**
 * When and by whom the groups were last written, raised clocks included (S36g). What was inserted is no edit (S36h):
 * its time counts only where none of the groups has a clock.
 */
export function latestOf(clocks: Clocks, groups: readonly string[], inserted: { at: string; by: string | null }) {
  const stamps = groups.flatMap((group) => {
    const clock = clocks[group];
    if (!clock) return [];
    const { written = inserted, raised } = clock;
    return raised && raised.at > written.at ? raised : written;
  });
  if (stamps.length === 0) return inserted;
  return stamps.reduce((last, one) => (isAfter(one, last) ? one : last));
}

function isAfter(one: { at: string; by: string | null }, other: { at: string; by: string | null }): boolean {
  return one.at > other.at || (one.at === other.at && (one.by ?? '') > (other.by ?? ''));
}

/** The clocks after the row left `accountId` and got `version` of another account's log (S36f). */
export function renumbered(clocks: Clocks, accountId: string, version: number): Clocks {
  const entries = Object.entries(clocks).map(([group, clock]) => {
    const { written } = clock;
    if (!written) return [group, clock] as const;
    return [
      group,
      { ...clock, written: { ...written, version, was: { accountId, version: written.version } } },
    ] as const;
  });
  return Object.fromEntries(entries);
}

/** The group whose value a change of the type only takes along (S37d). */
export function takenAlong(before: { amount: number }, after: { amount: number }): string[] {
  return before.amount === after.amount ? ['amount'] : [];
}

/** A patch that takes a transaction's category to the other type. */
export function turnsType({ table, before, after }: Patch): boolean {
  const differs = (field: string) => field in after && before[field] !== after[field];
  return table === 'transactions' && (differs('type') || differs('refund'));
}
