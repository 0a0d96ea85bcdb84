/** Pull: ask what is above the cursors, apply the answer, until nothing more is to come. SPEC.md S10–S19, S34. */
import type { Database, ScopeCursor } from '#store/database';
import { decidedSeqs } from '#store/outbox';
import { applyAnswer } from './apply.ts';
import type { Moment } from './environment.ts';
import { PROTOCOL_VERSION, type PullAnswer, type PullCursors } from './protocol.ts';
import { readPullState } from './pull-state.ts';
import type { Remote } from './remote.ts';

/** The first answer is small, so that the first screen is there soon. */
export const FIRST_LIMIT = 1000;
/** What an answer of so many rows takes on the main thread, in one go, stays below 50 ms. */
export const LIMIT = 10_000;

/** What the device knew when it asked. */
export interface Asked {
  seq: number;
  epoch: string | null;
  cursors: Map<string, ScopeCursor>;
  /** Entries (their `seq`) that had their verdict before: this answer is late enough to contain what they did. */
  decided: Set<number>;
}

interface Answered {
  asked: Asked;
  answer: PullAnswer;
  /** The server's clock minus ours, milliseconds. */
  offsetMs: number;
}

/** Pulls once. `more`: ask again at once, for the rest or because another tab was faster. */
export async function pullOnce(db: Database, remote: Remote, now: () => Moment): Promise<'more' | 'done'> {
  const { asked, answer, offsetMs } = await ask(db, remote, now, await whatIsKnown(db));
  const applied = await applyAnswer(db, asked, answer, offsetMs);
  return applied && !hasMore(answer) ? 'done' : 'more';
}

/**
 * Pulls until nothing is left. What follows on an answer is asked for before that answer is applied, so that server and
 * device work at the same time (S34). `cut`: it was not over at the deadline.
 */
export async function pullAll(
  db: Database,
  remote: Remote,
  now: () => Moment,
  deadline: Moment,
): Promise<'done' | 'cut'> {
  let question = ask(db, remote, now, await whatIsKnown(db));
  for (;;) {
    const { asked, answer, offsetMs } = await question;
    const more = hasMore(answer);
    const next = more && now() <= deadline ? ask(db, remote, now, whatWillBeKnown(asked, answer)) : null;
    // Should applying fail, nobody waits for it any more.
    next?.catch(() => {});
    const applied = await applyAnswer(db, asked, answer, offsetMs);
    if (applied && !more) return 'done';
    if (applied && next) question = next;
    else if (now() > deadline) return 'cut';
    // What another tab applied meanwhile is not what the next question went out from.
    else question = ask(db, remote, now, await whatIsKnown(db));
  }
}

async function ask(db: Database, remote: Remote, now: () => Moment, asked: Asked): Promise<Answered> {
  const limit = asked.seq === 0 ? FIRST_LIMIT : LIMIT;
  const sentAt = now();
  const answer = await remote.pull(db.userId, cursorsOf(asked), limit);
  return { asked, answer, offsetMs: offsetOf(answer, sentAt, now()) };
}

function hasMore({ scopes }: PullAnswer): boolean {
  return scopes.some(({ more }) => more);
}

export async function whatIsKnown(db: Database): Promise<Asked> {
  return db.transaction('r', db.meta, db.cursors, db.outbox, async () => {
    const { seq, epoch } = await readPullState(db);
    const cursors = await db.cursors.toArray();
    return {
      seq,
      epoch,
      cursors: new Map(cursors.map((cursor) => [cursor.scope, cursor])),
      decided: new Set(await decidedSeqs(db)),
    };
  });
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

function cursorsOf({ epoch, cursors }: Asked): PullCursors {
  const scopes = [...cursors.values()].map(
    ({ scope, version, grantId, before }) => [scope, { version, grantId, before }] as const,
  );
  return { protocol: PROTOCOL_VERSION, epoch, scopes: Object.fromEntries(scopes) };
}

/** Server's clock minus ours in milliseconds, as if the answer had been made half-way between question and answer. */
export function offsetOf(answer: Pick<PullAnswer, 'serverNow'>, sentAt: Moment, answeredAt: Moment): number {
  return Math.round(Date.parse(answer.serverNow) - (sentAt + answeredAt) / 2);
}
