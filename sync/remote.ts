/**
 * The server as the engine sees it. supabase-remote.ts implements it, and so does an in-memory server for tests. Both
 * pass the same contract suite. Every call returns a response or throws a RemoteFailure, and nothing else.
 */
import type { InvitationDraft, SentMutation } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import type { StorageReason } from '#store/database/storage-failure';
import type { SyncFailure } from '#store/database/sync-state';
import type { Hint, PullCursors } from './protocol.ts';
import type { PullResponse, PushResponse } from './read-answer.ts';
import type { Sums } from './sums.ts';

/** Why nothing came of a call or its response. The engine decides by this closed set, never by a message's text. */
export type RemoteReason = Exclude<SyncFailure, StorageReason | 'part_missing'>;

const TIMEOUTS: ReadonlySet<string> = new Set(['timeout', '57014', '408', '504']);

export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  readonly reason: RemoteReason;
  /** SQLSTATE or HTTP status; `timeout`: no response in time; `cut`: the connection ended within the response. */
  readonly code: string | null;
  /** How many milliseconds the server asks to wait (S33); 0 when it does not. */
  readonly waitMs: number;

  /**
   * Whether a time limit ran out: the device's (`timeout`), a statement's (57014), or a gateway's. A smaller request
   * may pass (S60a).
   */
  get isTimeout(): boolean {
    return this.code !== null && TIMEOUTS.has(this.code);
  }

  constructor(reason: RemoteReason, code: string | null = null, options: ErrorOptions & { waitMs?: number } = {}) {
    super(`no response: ${reason}${code ? ` (${code})` : ''}`, options);
    this.reason = reason;
    this.code = code;
    this.waitMs = options.waitMs ?? 0;
  }
}

export interface HintListener {
  /** Call it with a hint: the scope may have something new up to its version. */
  hint(hint: Hint): void;
  /** Call it when hints come from now on. Earlier changes have to be pulled (S20b). */
  joined(): void;
  /** Call it when hints no longer come, until `joined`. */
  down(): void;
}

export interface Remote {
  /** Sends mutations for `userId`, in order. The response has a verdict for each. */
  push(userId: string, mutations: SentMutation[]): Promise<PushResponse>;
  /**
   * Sends an invitation, the one mutation with a mail, for `userId`. The draft's id makes it the same invitation
   * however often it is sent. The verdict is on the mutation `mutationId`.
   */
  sendInvitation(userId: string, mutationId: string, draft: InvitationDraft): Promise<Verdict>;
  /** Sends an invitation again, with its full time, for `userId`. The verdict is on the mutation `mutationId`. */
  resendInvitation(userId: string, mutationId: string, invitationId: string): Promise<Verdict>;
  /** Asks for the changes above the cursors, about `limit` transactions at most. */
  pull(userId: string, cursors: PullCursors, limit: number): Promise<PullResponse>;
  /** Returns the head of every scope that the user may see. */
  heads(): Promise<Record<string, number>>;
  /** Returns counts and sums of every scope that the user may see. */
  sums(): Promise<Sums>;
  /** Listens for hints until the returned function is called. */
  subscribe(userId: string, listener: HintListener): () => void;
}

/** The part of a remote that a push needs. */
export type PushRemote = Pick<Remote, 'push' | 'sendInvitation' | 'resendInvitation'>;
