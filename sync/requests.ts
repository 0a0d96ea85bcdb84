/**
 * The requests of one pull. Pull is pipelined (S34a): the next request goes out before the last response is applied,
 * and one more with foreseen cursors. So server, network and device work at the same time.
 */
import type { ScopeCursor } from '#store/database/records';
import type { Total } from './protocol.ts';
import type { PullResponse } from './read-answer.ts';

/** About how many rows a response brings. */
export interface PullLimits {
  /** For a device that has nothing yet. */
  first: number;
  later: number;
}

/** What the device knew when it sent the request. */
export interface Asked {
  /** Names the database that asked. Its numbers begin anew after the browser has emptied it. */
  device: string;
  seq: number;
  epoch: string | null;
  cursors: Map<string, ScopeCursor>;
  /** `seq` of the entries that had their verdict before. The response is late enough to contain their effect (S16b). */
  decided: Set<number>;
  /** How many rows lie under open entries, when some of these have their verdict. An import has thousands in a few. */
  ownRows: number;
}

export interface Received {
  asked: Asked;
  response: PullResponse;
  /** The server's clock minus ours, milliseconds. */
  offsetMs: number;
}

interface PullRequest {
  asked: Asked;
  received: Promise<Received>;
}

export class Requests {
  readonly #send: (asked: Asked) => Promise<Received>;
  readonly #limits: PullLimits;
  #ahead: PullRequest | null = null;
  /** Totals of the months that are still missing, by scope. */
  readonly #totals = new Map<string, Total[]>();

  constructor(send: (asked: Asked) => Promise<Received>, limits: PullLimits) {
    this.#send = send;
    this.#limits = limits;
  }

  /** Sends a request and drops the foreseen one. */
  ask(asked: Asked): Promise<Received> {
    this.#ahead = null;
    return this.#put(asked).received;
  }

  /** Sends the request that follows a truncated response, before that response is applied. */
  follow({ asked, response }: Received): Promise<Received> {
    for (const { scope, totals } of response.scopes) if (totals) this.#totals.set(scope, totals);
    const known = whatWillBeKnown(asked, response);
    const next = this.#ahead && cameTrue(this.#ahead.asked, known) ? this.#ahead : this.#put(known);
    const foreseen = foresee(known, this.#totals, this.#limits.later);
    this.#ahead = foreseen && this.#put(foreseen);
    return next.received;
  }

  #put(asked: Asked): PullRequest {
    const received = this.#send(asked);
    // Nobody waits for a request that is dropped.
    received.catch(() => {});
    return { asked, received };
  }
}

/**
 * What the device knows once it has applied the response. Entries that were decided before the request stay decided,
 * because the response may have left them open (S16d). Entries that are decided later are for a later request.
 */
function whatWillBeKnown(asked: Asked, { epoch, scopes, unread }: PullResponse): Asked {
  // A restored server decides anew (S18).
  const decided = epoch === asked.epoch ? asked.decided : new Set<number>();
  const cursors = scopes.map(
    ({ scope, accountId, role, cursor }) => [scope, { scope, accountId, role, ...cursor }] as const,
  );
  const stay = [...asked.cursors].filter(([scope]) => unread?.scopes.includes(scope));
  const { device, seq, ownRows } = asked;
  return { device, seq: seq + 1, epoch, cursors: new Map([...cursors, ...stay]), decided, ownRows };
}

/**
 * What the device will know once the response to the next request is applied. The server sends whole months, newest
 * first, until `limit` rows are reached (`private.oldest_month`). The guess is wrong when somebody enters something in
 * one of them. Returns null when nothing remains after that, or when several scopes are being filled.
 */
function foresee(known: Asked, totals: Map<string, Total[]>, limit: number): Asked | null {
  const [filling, ...others] = [...known.cursors.values()].filter(({ before }) => before !== null);
  if (!filling || filling.before === null || others.length > 0) return null;
  const before = oldestMonth(totals.get(filling.scope) ?? [], filling.before, limit);
  if (before === null) return null;
  return { ...known, seq: known.seq + 1, cursors: new Map(known.cursors).set(filling.scope, { ...filling, before }) };
}

function oldestMonth(totals: Total[], before: string, limit: number): string | null {
  const counts = new Map<string, number>();
  for (const { month, count } of totals) if (month < before) counts.set(month, (counts.get(month) ?? 0) + count);
  const months = [...counts.keys()].sort().reverse();
  let rows = 0;
  for (const month of months.slice(0, -1)) {
    rows += counts.get(month) ?? 0;
    if (rows >= limit) return month;
  }
  return null;
}

/** Whether the foreseen cursors are those known now. An older version is good enough: its response only brings more. */
function cameTrue(foreseen: Asked, known: Asked): boolean {
  if (foreseen.seq !== known.seq || foreseen.epoch !== known.epoch) return false;
  if (foreseen.cursors.size !== known.cursors.size) return false;
  return [...known.cursors.values()].every(({ scope, grantId, before }) => {
    const cursor = foreseen.cursors.get(scope);
    return cursor?.grantId === grantId && cursor.before === before;
  });
}
