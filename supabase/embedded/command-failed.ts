import { explain } from './environment.ts';

/** How long the last steps may take. */
const LAST_STEPS_MS = 10_000;

/**
 * Says why the program failed. It then ends with code 1 as soon as nothing is under way. After ten seconds it is
 * killed: a disk or a database may not answer, and `process.exit` waits for the disk for ever.
 */
export function commandFailed(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_STEPS_MS).unref();
}
