/**
 * What happened in a history, written down while it happens: who did what at which true time with what on the screen,
 * and in which order the server decided. The oracle (judge.ts) knows nothing else.
 */
import type { Operation } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';

/**
 * How many of the chronicle's events a person had seen of something: all up to `sure`. What came after that, up to
 * `maybe`, the person may have seen.
 */
export interface Reach {
  sure: number;
  maybe: number;
}
export const NOTHING: Reach = { sure: -1, maybe: -1 };

/** What a person saw of the row that a deed concerns. */
export interface Screen {
  row: Reach;
  /** By field group that lay under the person's own unsettled edits: what the first of those edits had seen. */
  hidden: ReadonlyMap<string, Reach>;
  /** By account: what the device had heard of; an account that it never pulled is missing. */
  names: ReadonlyMap<string, Reach>;
}

/** One operation of a person. Deeds that the device folded have the same mutation. */
export interface Deed {
  /** The true time, milliseconds. */
  at: number;
  /** By how many milliseconds the device may mistake the time. */
  blurMs: number;
  /** What the device's clock showed, milliseconds. */
  clock: number;
  /** False when nobody can tell by the device's clock when it was: the clock was set before it was measured. */
  isTimed: boolean;
  /** The person sends again what a restored server lost. The times are those of the lost originals. */
  isAgain: boolean;
  person: string;
  device: string;
  /** What one command did, and what it takes back. Known when the mutation goes up. */
  action?: string;
  undoes?: string | null;
  operation: Operation;
  screen: Screen;
}

export type ChronicleEvent =
  /** The server's first decision on a mutation. `numbers`: new numbers that it took, by account. */
  | { kind: 'decided'; mutation: string; verdict: Verdict; numbers: Record<string, number> }
  | { kind: 'handed over'; accountId: string; to: string }
  | { kind: 'backed up' }
  /** The server is as it was after that event. */
  | { kind: 'restored'; to: number }
  /** The server forgot what was deleted before. */
  | { kind: 'forgot' };

/** What a mutation says of itself when it goes up. */
export interface Sent {
  id: string;
  action?: string | undefined;
  undoes?: string | null | undefined;
}

type Places = Map<string, { number: number; index: number }[]>;

export class Chronicle {
  readonly events: ChronicleEvent[] = [];
  readonly #deeds = new Map<string, Deed[]>();
  readonly #decided = new Map<string, number>();
  /** By epoch, then by account: which number the log had after which event. */
  readonly #places = new Map<string, Places>();
  #newest: Places = new Map();
  #backup = -1;

  deedsOf(mutation: string): readonly Deed[] {
    return this.#deeds.get(mutation) ?? [];
  }

  /** Every deed that was ever done, by mutation. */
  get deeds(): ReadonlyMap<string, readonly Deed[]> {
    return this.#deeds;
  }

  note(mutation: string, deeds: readonly Deed[]): void {
    this.#deeds.set(mutation, [...this.deedsOf(mutation), ...deeds]);
  }

  /** The user changed their mind before anything was sent. */
  forget(mutation: string): void {
    this.#deeds.delete(mutation);
  }

  /** The event of the server's decision; undefined before it, and when a restored server has forgotten it. */
  decisionOn(mutation: string): number | undefined {
    return this.#decided.get(mutation);
  }

  /** The server's decision, as far as it has not been undone by a restore. */
  verdictOn(mutation: string): Verdict | undefined {
    const event = this.events[this.#decided.get(mutation) ?? -1];
    return event?.kind === 'decided' ? event.verdict : undefined;
  }

  /** Notes a verdict. Repetitions of the first one are no event. */
  decided({ id: mutation, action = mutation, undoes = null }: Sent, verdict: Verdict, epoch: string): void {
    if (this.#decided.has(mutation)) return;
    const deeds = this.deedsOf(mutation).map((deed) => ({ ...deed, action, undoes }));
    this.#deeds.set(mutation, deeds);
    const places = this.#placesIn(epoch);
    const numbers: Record<string, number> = {};
    this.#decided.set(mutation, this.events.length);
    for (const [accountId, number] of Object.entries(verdict.status === 'rejected' ? {} : verdict.versions)) {
      const known = places.get(accountId) ?? [];
      if (number <= (known.at(-1)?.number ?? 0)) continue;
      numbers[accountId] = number;
      places.set(accountId, [...known, { number, index: this.events.length }]);
    }
    this.events.push({ kind: 'decided', mutation, verdict, numbers });
  }

  /** Notes that an account has another owner, under this number of its log. */
  handedOver(account: { accountId: string; to: string }, { epoch, number }: { epoch: string; number: number }): void {
    const places = this.#placesIn(epoch);
    places.set(account.accountId, [...(places.get(account.accountId) ?? []), { number, index: this.events.length }]);
    this.events.push({ kind: 'handed over', ...account });
  }

  backedUp(): void {
    this.#backup = this.events.length;
    this.events.push({ kind: 'backed up' });
  }

  restored(): void {
    const to = this.#backup;
    for (const [mutation, index] of this.#decided) if (index > to) this.#decided.delete(mutation);
    const before = [...this.#newest].map(
      ([accountId, places]) => [accountId, places.filter(({ index }) => index <= to)] as const,
    );
    this.#newest = new Map(before);
    this.events.push({ kind: 'restored', to });
  }

  forgot(): void {
    this.events.push({ kind: 'forgot' });
  }

  /** What somebody has seen who sees a row under this number of the account's log. */
  reachOfRow(epoch: string | null, accountId: string, number: number): Reach {
    if (number === 0) return NOTHING;
    const index = this.#ofEpoch(epoch, accountId).find((place) => place.number >= number)?.index ?? -1;
    return { sure: index, maybe: index };
  }

  /** The same for a row of a time that a restore undid. */
  reachOfLost(accountId: string, number: number): Reach {
    const undone = [...this.#places.values()].filter((places) => places !== this.#newest);
    for (const places of undone.reverse()) {
      const index = places.get(accountId)?.find((place) => place.number >= number)?.index;
      if (index !== undefined) return { sure: index, maybe: index };
    }
    return NOTHING;
  }

  /**
   * What a device with this cursor has heard of the account. After a truncated response, the cursor may stand among the
   * numbers of one decision.
   */
  reachOfCursor(epoch: string | null, accountId: string, version: number): Reach {
    const places = this.#ofEpoch(epoch, accountId);
    const last = places.findLast((place) => place.number <= version);
    const sure = last?.index ?? -1;
    if (last?.number === version) return { sure, maybe: sure };
    return { sure, maybe: places.find((place) => place.number > version)?.index ?? sure };
  }

  #ofEpoch(epoch: string | null, accountId: string) {
    const places = epoch === null ? undefined : this.#places.get(epoch);
    return (places ?? this.#newest).get(accountId) ?? [];
  }

  #placesIn(epoch: string): Places {
    const known = this.#places.get(epoch);
    if (known) return known;
    const places = new Map(this.#newest);
    this.#places.set(epoch, places);
    this.#newest = places;
    return places;
  }
}
