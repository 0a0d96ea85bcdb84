/** Pull: ask what is above the cursors, apply the answer, until nothing more is to come. SPEC.md S10–S19, S34. */
import type { Database } from '#store/database';
import { decidedSeqs } from '#store/outbox';
import { applyAnswer } from './apply.ts';
import type { Moment } from './environment.ts';
import { PROTOCOL_VERSION, type PullAnswer, type PullCursors } from './protocol.ts';
import { readPullState } from './pull-state.ts';
import { type Answered, type Asked, type PullLimits, Questions } from './questions.ts';
import type { Remote } from './remote.ts';

/**
 * The first answer is small, so that the first screen is there soon. What the others take of the main thread, in one go, stays
 * below 50 ms.
 */
export const LIMITS: PullLimits = { first: 1000, later: 10_000 };

/** Pulls once. `more`: ask again at once, for the rest or because another tab was faster. */
export async function pullOnce(
  db: Database,
  remote: Remote,
  now: () => Moment,
  limits = LIMITS,
): Promise<'more' | 'done'> {
  const { asked, answer, offsetMs } = await ask(db, remote, now, await whatIsKnown(db), limits);
  const applied = await applyAnswer(db, asked, answer, offsetMs);
  return applied && !hasMore(answer) ? 'done' : 'more';
}

/** Pulls until nothing is left. `cut`: it was not over at the deadline. */
export async function pullAll(
  db: Database,
  remote: Remote,
  now: () => Moment,
  deadline: Moment,
  limits = LIMITS,
): Promise<'done' | 'cut'> {
  const questions = new Questions((asked) => ask(db, remote, now, asked, limits), limits);
  let question = questions.ask(await whatIsKnown(db));
  for (;;) {
    const answered = await question;
    const more = hasMore(answered.answer);
    const next = more && now() <= deadline ? questions.follow(answered) : null;
    const applied = await applyAnswer(db, answered.asked, answered.answer, answered.offsetMs);
    if (applied && !more) return 'done';
    if (applied && next) question = next;
    else if (now() > deadline) return 'cut';
    // What another tab applied meanwhile is not what the next question went out from.
    else question = questions.ask(await whatIsKnown(db));
  }
}

async function ask(
  db: Database,
  remote: Remote,
  now: () => Moment,
  asked: Asked,
  limits: PullLimits,
): Promise<Answered> {
  const limit = asked.seq === 0 ? limits.first : limits.later;
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
