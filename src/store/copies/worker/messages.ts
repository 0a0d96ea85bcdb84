/**
 * The messages between the screens and the worker of copies. They are not parsed: a worker's address names its content,
 * so both ends are always of one build.
 */
import type { Unreadable } from '#copy/read';
import type { Order } from '#domain/transactions/transactions';
import type { TransactionsWords } from '#domain/transactions/transactions-csv';
import type { Actor } from '../../commands/commit/commit.ts';
import type { StorageReason } from '../../database/storage-failure.ts';
import type { RestorePreview } from '../restore-plan.ts';

export interface ExportRequest {
  kind: 'export';
  userId: string;
  /** Null for a file that everybody can read. */
  passphrase: string | null;
}

/** A spreadsheet of what a filter finds in the list of an account. */
export interface TableRequest {
  kind: 'table';
  userId: string;
  query: { filter: string; accountId: string; order: Order };
  words: TransactionsWords;
  /** In place of the account of a transfer's other side, where the user may not know it. */
  elsewhere: string;
}

export interface ReadRequest {
  kind: 'read';
  actor: Pick<Actor, 'userId' | 'email'>;
  bytes: ArrayBuffer;
  passphrase: string | null;
}

/** Carries out the plan that was read last. */
export interface RestoreRequest {
  kind: 'restore';
  actor: Pick<Actor, 'userId' | 'email'>;
  withDeleted: boolean;
}

/** `stop` ends the restore after the mutation that is under way. It has no answer of its own. */
export type CopyRequest = ExportRequest | TableRequest | ReadRequest | RestoreRequest | { kind: 'stop' };

export interface ExportedCopy {
  file: Blob;
  exportedAt: string;
  complete: boolean;
}

export interface WrittenTable {
  file: Blob;
  /** False while older months are still to come to this device. */
  complete: boolean;
}

export type CopyAnswer =
  | ({ kind: 'exported' } & ExportedCopy)
  | ({ kind: 'table' } & WrittenTable)
  | { kind: 'refused'; why: Unreadable }
  | { kind: 'planned'; preview: RestorePreview; canAdd: boolean; canBringBack: boolean }
  | { kind: 'progress'; done: number; all: number }
  /** `isWhole` is false when the user stopped it before its end. */
  | { kind: 'restored'; isWhole: boolean }
  | { kind: 'failed'; reason: StorageReason };
