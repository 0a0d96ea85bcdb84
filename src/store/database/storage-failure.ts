/**
 * Why this device's storage failed. The error's name decides, as IndexedDB and Dexie define it; the message never does.
 */
import * as v from 'valibot';

export const StorageReason = v.picklist([
  'storage_full', // the browser gives this site no more room
  'storage_unavailable', // the browser refuses storage: forbidden, broken, or not there
  'storage_closed', // the browser closed an open database and does not open it again
  'storage_removed', // the browser or its user deleted an open database
  'storage_removed_local', // the same, of somebody without a login: no server has the data
  'storage', // anything else
]);
export type StorageReason = v.InferOutput<typeof StorageReason>;

export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
  readonly reason: StorageReason;
  /** Whose database failed; undefined when none was open. */
  readonly userId: string | undefined;

  constructor(reason: StorageReason, { userId, ...options }: ErrorOptions & { userId?: string } = {}) {
    super(`storage failed: ${reason}`, options);
    this.reason = reason;
    this.userId = userId;
  }
}

const REASON_OF_NAME: Record<string, StorageReason> = {
  QuotaExceededError: 'storage_full',
  MissingAPIError: 'storage_unavailable',
  OpenFailedError: 'storage_unavailable',
  SecurityError: 'storage_unavailable',
  NotAllowedError: 'storage_unavailable',
};

/** The reason of the error, or of an error that caused it; `storage` when neither is known. */
export function storageReason(error: unknown): StorageReason {
  if (error instanceof StorageFailure) return error.reason;
  if (typeof error !== 'object' || error === null) return 'storage';
  // Dexie wraps the error that aborted a transaction or kept the database closed.
  if ('inner' in error) {
    const inner = storageReason(error.inner);
    if (inner !== 'storage') return inner;
  }
  // Several rows that are written at once fail together, each with an error of its own.
  if ('failures' in error && Array.isArray(error.failures)) {
    const reason = error.failures.map(storageReason).find((one) => one !== 'storage');
    if (reason) return reason;
  }
  return ('name' in error && typeof error.name === 'string' && REASON_OF_NAME[error.name]) || 'storage';
}
