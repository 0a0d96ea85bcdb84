/**
 * The server as the engine sees it. Implemented by supabase-remote.ts and, for tests, by an in-memory server; both pass the
 * same contract suite. Every call either answers or throws a RemoteFailure; nothing else comes out.
 */
import type { InvitationDraft, Mutation } from '#domain/operations';
import type { Verdict } from '#domain/verdicts';
import type { StorageReason } from '#store/storage-failure';
import type { SyncFailure } from '#store/sync-state';
import type { Hint, PullAnswer, PullCursors, PushAnswer } from './protocol.ts';
import type { Sums } from './sums.ts';

/** Why a call brought no answer; the closed set that the engine decides by, never by a message's text. */
export type RemoteReason = Exclude<SyncFailure, StorageReason>;

export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  readonly reason: RemoteReason;
  /** SQLSTATE or HTTP status, for people who look into it. */
  readonly code: string | null;
  /** How long the server asks to be left alone, in milliseconds; 0 when it does not (S33). */
  readonly waitMs: number;

  constructor(reason: RemoteReason, code: string | null = null, options: ErrorOptions & { waitMs?: number } = {}) {
    super(`no answer: ${reason}${code ? ` (${code})` : ''}`, options);
    this.reason = reason;
    this.code = code;
    this.waitMs = options.waitMs ?? 0;
  }
}

export interface HintListener {
  /** Something above `version` may be there. */
  hint(hint: Hint): void;
  /** From now on hints come; whatever happened before has to be pulled. */
  joined(): void;
  /** Hints do not come any more, until `joined`. */
  down(): void;
}

export interface Remote {
  /** Sends intents for `userId`, in order; the answer has a verdict for each. */
  push(userId: string, mutations: Mutation[]): Promise<PushAnswer>;
  /**
   * Sends the one intent that a mail goes with, for `userId`; the draft's id makes it the same invitation however often it
   * comes. The verdict is on the mutation `mutationId`.
   */
  sendInvitation(userId: string, mutationId: string, draft: InvitationDraft): Promise<Verdict>;
  /** Gives an invitation another mail and the full time, for `userId`. The verdict is on the mutation `mutationId`. */
  resendInvitation(userId: string, mutationId: string, invitationId: string): Promise<Verdict>;
  /** Asks what is above the cursors; about `limit` transactions at most. */
  pull(userId: string, cursors: PullCursors, limit: number): Promise<PullAnswer>;
  /** Scope to head, of every scope that the user may see. */
  heads(): Promise<Record<string, number>>;
  /** What a replica of each scope that the user may see amounts to. */
  sums(): Promise<Sums>;
  /** Listens for hints until the returned function is called. */
  subscribe(userId: string, listener: HintListener): () => void;
}

/** As much of it as sending takes. */
export type PushRemote = Pick<Remote, 'push' | 'sendInvitation' | 'resendInvitation'>;
