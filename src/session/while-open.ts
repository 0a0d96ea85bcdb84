/**
 * Runs work on the database that nobody waits for. When a log-out, or a page that goes away, closes the database
 * meanwhile, the rest is not needed. Any other failure is thrown.
 */
export async function whileOpen(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isClosed(error)) throw error;
  }
}

/** Whether the work failed because the database was closed. */
export function isClosed(error: unknown): boolean {
  return error instanceof Error && error.name === 'DatabaseClosedError';
}
