/** Where tests keep the data of databases and browsers, which they write a lot and throw away. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A folder in memory. Linux has it, and containers may have a small one. */
const MEMORY = '/dev/shm';

/** So many bytes the tests that run beside each other may need. */
const NEEDED = 4e9;

/**
 * In memory if there is room: to copy a database's folder takes a fifth of the processor time that it takes on a disk,
 * and browsers wait for the disk with each row that they store.
 */
export function temporaryFolder(): string {
  return process.platform === 'linux' && hasRoom() ? MEMORY : tmpdir();
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > NEEDED;
  } catch {
    return false;
  }
}
