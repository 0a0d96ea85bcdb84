/**
 * The in-memory server. It follows the same rules as the SQL one, and both pass remote-contract.ts: one log for each
 * account, a ledger of mutations, merge by field group, tombstones, scopes and grants. The test sets its clock.
 */
import type { SentMutation } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import type { InvitedRole } from '#domain/rows';
import {
  type Hint,
  PROTOCOL_VERSION,
  type PullAnswer,
  type PullCursors,
  type PushAnswer,
} from '../../../sync/protocol.ts';
import { type HintListener, type Remote, RemoteFailure } from '../../../sync/remote.ts';
import { decide } from './fake/carry-out.ts';
import { deleteMembership } from './fake/delete.ts';
import { resendInvitation, sendInvitation } from './fake/invitations.ts';
import { answerOwnership, offerOwnership } from './fake/ownership.ts';
import { pull, scopesOf } from './fake/pull.ts';
import { push } from './fake/push.ts';
import { releaseSchedules } from './fake/schedules.ts';
import { emptyState, type State } from './fake/state.ts';
import { sums } from './fake/sums.ts';
import { Work } from './fake/work.ts';

/** The actor of changes that no user makes. */
const NOBODY = '';

/** So many numbers a log leaves out after a restore when the clock was set back (`private.number_after_restore`). */
const LEAST_GAP = 1_000_000_000;

export class FakeServer {
  readonly now: () => number;
  state: State = emptyState();
  readonly #listeners = new Map<HintListener, string>();

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  addUser(id: string, email: string): void {
    this.state.users.set(id, { email });
  }

  /** Gives a user a role on an account, or on one budget of it. Returns the membership's id. */
  share(grant: { id: string; accountId: string; budgetId?: string; userId: string; role: InvitedRole }): void {
    const { id, accountId, budgetId = null, userId, role } = grant;
    const work = this.#work(NOBODY);
    const email = work.email(userId) ?? '';
    const target = budgetId ? ('budget' as const) : ('account' as const);
    const createdAt = this.#time();
    const version = work.number(accountId);
    const row = { id, version, createdAt, accountId, target, budgetId, userId, email, name: '', role };
    work.write('memberships', row);
    work.grant(id);
    this.#hint();
  }

  /** Takes the role back. */
  unshare(id: string): void {
    const row = this.state.tables.memberships.get(id);
    if (!row) return;
    const work = this.#work(NOBODY);
    deleteMembership(work, row);
    releaseSchedules(work, row);
    this.#hint();
  }

  /** The owner offers an account to a member, or to nobody (ownership.ts). Throws a Refused. */
  offerOwnership(userId: string, accountId: string, to: string | null): void {
    offerOwnership(this.#work(userId), accountId, to);
  }

  /** The member takes what was offered, or does not. Throws a Refused. */
  answerOwnership(userId: string, accountId: string, accepts: boolean): void {
    answerOwnership(this.#work(userId), accountId, accepts);
    this.#hint();
  }

  /** Forgets the tombstones of an account. Devices that are behind start the scope anew. */
  collectGarbage(accountId: string): void {
    const log = this.state.logs.get(accountId);
    if (!log) return;
    const floor = Math.max(log.floor, ...log.removals.map((removal) => removal.version));
    this.state.logs.set(accountId, { ...log, floor, removals: [] });
  }

  /** Forgets whatever a year makes it forget besides tombstones: changes, renames, notices, and numbered verdicts. */
  forgetOld(): void {
    const { state } = this;
    for (const [key, { numbered }] of state.ledger) {
      if (!numbered) continue;
      const device = `${key.slice(0, key.indexOf(' '))} ${numbered.device}`;
      state.devices.set(device, Math.max(state.devices.get(device) ?? 0, numbered.number));
      state.ledger.delete(key);
    }
    for (const one of [state.changes, state.written, state.renames, state.notices]) one.clear();
  }

  /** Returns a function that sets the server back to this moment, as a restored backup does. */
  backUp(): () => void {
    const kept = structuredClone(this.state);
    return () => {
      this.state = structuredClone(kept);
      for (const log of this.state.logs.values()) {
        log.floor = log.version;
        const microseconds = Math.floor(this.now() * 1000);
        log.version = microseconds > log.version ? microseconds : log.version + LEAST_GAP;
        log.skipped = [...log.skipped, [log.floor, log.version]];
      }
      this.state.epoch = `epoch-${Number(this.state.epoch.slice('epoch-'.length)) + 1 + this.#restores++}`;
    };
  }
  #restores = 0;

  /** The server as a signed-in user reaches it. */
  as(sessionUser: string): Remote {
    return {
      push: async (userId, mutations) => this.#push(sessionUser, userId, mutations),
      pull: async (userId, cursors, limit) => this.#pull(sessionUser, userId, cursors, limit),
      sendInvitation: async (userId, id, draft) =>
        this.#invite(sessionUser, userId, id, (work) => sendInvitation(work, draft)),
      resendInvitation: async (userId, id, invitation) =>
        this.#invite(sessionUser, userId, id, (work) => resendInvitation(work, invitation)),
      heads: async () => this.#heads(sessionUser),
      sums: async () => sums(this.state, sessionUser),
      subscribe: (_userId, listener) => {
        this.#listeners.set(listener, sessionUser);
        queueMicrotask(() => listener.joined());
        return () => this.#listeners.delete(listener);
      },
    };
  }

  #push(sessionUser: string, userId: string, mutations: SentMutation[]): PushAnswer {
    if (sessionUser !== userId) throw new RemoteFailure('forbidden_user', 'PT403');
    const verdicts = push(this.state, userId, mutations, this.#time());
    if (mutations.length > 0) this.#hint();
    return structuredClone({ user: userId, epoch: this.state.epoch, serverNow: this.#time(), verdicts });
  }

  #invite(sessionUser: string, userId: string, id: string, act: (work: Work) => void): Verdict {
    if (sessionUser !== userId) throw new RemoteFailure('forbidden_user', 'PT403');
    const work = this.#work(userId);
    const verdict = decide(work, id, () => act(work));
    this.#hint();
    return structuredClone(verdict);
  }

  #pull(sessionUser: string, userId: string, cursors: PullCursors, limit: number): PullAnswer {
    if (sessionUser !== userId) throw new RemoteFailure('forbidden_user', 'PT403');
    if (cursors.protocol !== PROTOCOL_VERSION) throw new RemoteFailure('server_outdated', 'PT426');
    return structuredClone(pull(this.state, userId, cursors, limit, this.#time()));
  }

  #heads(userId: string): Record<string, number> {
    const heads = scopesOf(this.state, userId).map(
      ({ scope, accountId }) => [scope, this.state.logs.get(accountId)?.version ?? 0] as const,
    );
    return Object.fromEntries(heads);
  }

  #hint(): void {
    for (const [listener, userId] of this.#listeners) {
      for (const [scope, version] of Object.entries(this.#heads(userId))) {
        const hint: Hint = { scope, version };
        queueMicrotask(() => listener.hint(hint));
      }
    }
  }

  #time(): string {
    return new Date(this.now()).toISOString();
  }

  #work(userId: string): Work {
    const now = this.#time();
    return new Work(this.state, userId, { editedAt: now }, now);
  }
}
