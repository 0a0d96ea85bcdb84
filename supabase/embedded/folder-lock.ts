import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process works on the same data folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`Another Carryover is already running on the data folder ${folder}. Stop it first, or set DATA_DIR.`);
    this.name = 'FolderInUse';
  }
}

/**
 * Takes the data folder for this process alone. Returns the function that gives it back.
 *
 * The lock is SQLite's lock on an empty database file. The kernel drops it when the process ends, however that happens.
 * So there are no stale locks to guess about. Node itself offers no file locks.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const file = new DatabaseSync(join(folder, 'lock'));
  try {
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) throw new FolderInUse(folder);
    throw error;
  }
  return () => file.close();
}
