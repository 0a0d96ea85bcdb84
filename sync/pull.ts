/** Pull: ask what is above the cursors, apply the answer, until nothing more is to come. SPEC.md S10–S19. */
import type { Database, ScopeCursor } from '#store/database';
import { applyAnswer } from './apply.ts';
import type { Moment } from './environment.ts';
import { PROTOCOL_VERSION, type PullAnswer, type PullCursors } from './protocol.ts';
import { readPullState } from './pull-state.ts';
import type { Remote } from './remote.ts';

/** The first answer is small, so that the first screen is there soon. */
const FIRST_LIMIT = 1000;
const LIMIT = 20_000;

/** What the device knew when it asked. */
export interface Asked {
  seq: number;
  epoch: string | null;
  cursors: Map<string, ScopeCursor>;
  /** Entries (their `seq`) that had their verdict before: this answer is late enough to contain what they did. */
  decided: Set<number>;
}

/** Pulls once. `more`: ask again at once, for the rest or because another tab was faster. */
export async function pullOnce(db: Database, remote: Remote, now: () => Moment): Promise<'more' | 'done'> {
  const asked = await whatIsKnown(db);
  const limit = asked.epoch === null ? FIRST_LIMIT : LIMIT;
  const sentAt = now();
  const answer = await remote.pull(db.userId, cursorsOf(asked), limit);
  const applied = await applyAnswer(db, asked, answer, offsetOf(answer, sentAt, now()));
  return applied && !answer.scopes.some((scope) => scope.more) ? 'done' : 'more';
}

export async function whatIsKnown(db: Database): Promise<Asked> {
  return db.transaction('r', db.meta, db.cursors, db.outbox, async () => {
    const { seq, epoch } = await readPullState(db);
    const cursors = await db.cursors.toArray();
    const decided = await db.outbox.where('state').anyOf('applied', 'superseded').primaryKeys();
    return {
      seq,
      epoch,
      cursors: new Map(cursors.map((cursor) => [cursor.scope, cursor])),
      decided: new Set(decided),
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
