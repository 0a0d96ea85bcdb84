/**
 * The questions of one pull, two of which may be under way: what follows on an answer is asked for as soon as that is here, and
 * what will follow on that as well, as far as it can be foreseen, so that server, network and device work at the same time (S34).
 */
import type { ScopeCursor } from '#store/database';
import type { PullAnswer, Total } from './protocol.ts';

/** How many rows an answer brings, about. */
export interface PullLimits {
  /** To a device that has nothing yet. */
  first: number;
  later: number;
}

/** What the device knew when it asked. */
export interface Asked {
  seq: number;
  epoch: string | null;
  cursors: Map<string, ScopeCursor>;
  /** Entries (their `seq`) that had their verdict before: this answer is late enough to contain what they did. */
  decided: Set<number>;
}

export interface Answered {
  asked: Asked;
  answer: PullAnswer;
  /** The server's clock minus ours, milliseconds. */
  offsetMs: number;
}

interface Question {
  asked: Asked;
  answered: Promise<Answered>;
}

export class Questions {
  readonly #send: (asked: Asked) => Promise<Answered>;
  readonly #limits: PullLimits;
  #ahead: Question | null = null;
  /** By scope, of the months that are missing still. */
  readonly #totals = new Map<string, Total[]>();

  constructor(send: (asked: Asked) => Promise<Answered>, limits: PullLimits) {
    this.#send = send;
    this.#limits = limits;
  }

  /** Asks, whatever was asked before. */
  ask(asked: Asked): Promise<Answered> {
    this.#ahead = null;
    return this.#put(asked).answered;
  }

  /** What follows on an answer that is not all; it goes out before that answer is applied. */
  follow({ asked, answer }: Answered): Promise<Answered> {
    for (const { scope, totals } of answer.scopes) if (totals) this.#totals.set(scope, totals);
    const known = whatWillBeKnown(asked, answer);
    const next = this.#ahead && cameTrue(this.#ahead.asked, known) ? this.#ahead : this.#put(known);
    const foreseen = foresee(known, this.#totals, this.#limits.later);
    this.#ahead = foreseen && this.#put(foreseen);
    return next.answered;
  }

  #put(asked: Asked): Question {
    const answered = this.#send(asked);
    // What is dropped nobody waits for any more.
    answered.catch(() => {});
    return { asked, answered };
  }
}

/**
 * What the device knows once it has applied the answer. Of decided entries nothing: the answer before has looked at them, and
 * those that are decided meanwhile are for a later question.
 */
function whatWillBeKnown({ seq }: Asked, { epoch, scopes }: PullAnswer): Asked {
  const cursors = scopes.map(
    ({ scope, accountId, role, cursor }) => [scope, { scope, accountId, role, ...cursor }] as const,
  );
  return { seq: seq + 1, epoch, cursors: new Map(cursors), decided: new Set() };
}

/**
 * What the device will know once the answer to the next question is applied: whole months more, newest first, until `limit` rows
 * are reached, as the server cuts them (`private.oldest_month`). Wrong when somebody enters something in one of them. Null when
 * nothing remains after that, or when several scopes are being filled.
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

/** Whether what was foreseen is what is known now. An older version does: what was asked with it is only more. */
function cameTrue(foreseen: Asked, known: Asked): boolean {
  if (foreseen.seq !== known.seq || foreseen.epoch !== known.epoch) return false;
  if (foreseen.cursors.size !== known.cursors.size) return false;
  return [...known.cursors.values()].every(({ scope, grantId, before }) => {
    const cursor = foreseen.cursors.get(scope);
    return cursor?.grantId === grantId && cursor.before === before;
  });
}
