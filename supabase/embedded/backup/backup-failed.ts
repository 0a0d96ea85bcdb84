import { Stalled } from './progress.ts';

/**
 * - taken: a file of that name is there already
 * - stalled: neither the database nor the disk did anything for a while
 * - stopped: somebody ended the program
 * - full: the disk is full, or a quota is used up
 * - unwritable: the folder is missing or closed, or the disk cannot be written
 * - database: the database refused, or the connection was lost
 */
export type BackupFailure = 'taken' | 'stalled' | 'stopped' | 'full' | 'unwritable' | 'database';

/** No backup was written, and no part of one is left. The data is as it was. */
export class BackupFailed extends Error {
  readonly reason: BackupFailure;

  constructor(reason: BackupFailure, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'BackupFailed';
    this.reason = reason;
  }
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Says why a backup into `file` failed. */
export function explainFailure(error: unknown, file: string, signal?: AbortSignal): BackupFailed {
  if (error instanceof BackupFailed) return error;
  if (error instanceof Stalled) {
    const sentence =
      `No backup was made. ${error.message} Either the database or the disk of ${file} does not answer. ` +
      'Look at both and try again.';
    return new BackupFailed('stalled', sentence, error);
  }
  if (signal?.aborted) return new BackupFailed('stopped', 'No backup was made, because the program was ended.', error);
  const { code, syscall, message } = readSystemError(error);
  if (fullCodes.has(code)) {
    return new BackupFailed('full', `No backup was made. There is no room for ${file} (${code}). Make room.`, error);
  }
  // Only calls of the file system have a path or a descriptor. A lost connection has neither.
  if (syscall !== undefined && fileCalls.has(syscall)) {
    const sentence = `No backup was made. ${file} cannot be written (${code}). Its folder must exist and be writable.`;
    return new BackupFailed('unwritable', sentence, error);
  }
  return new BackupFailed('database', `No backup was made. The database says: ${message}`, error);
}

const fileCalls = new Set(['open', 'mkdir', 'write', 'fsync', 'fdatasync', 'close', 'rename']);

function readSystemError(error: unknown): { code: string; syscall: string | undefined; message: string } {
  if (!(error instanceof Error)) return { code: '', syscall: undefined, message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const syscall = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : undefined;
  return { code, syscall, message: error.message };
}
