/**
 * Writes one JSON object a line. Callers pass counts, codes, durations and route names. They never pass what people
 * entered: no e-mail addresses, amounts, SQL or query strings.
 */
export type Log = (event: string, fields?: Record<string, string | number | boolean | null>) => void;

export function createLog(write: (line: string) => void, now: () => Date = () => new Date()): Log {
  return (event, fields = {}) => write(`${JSON.stringify({ at: now().toISOString(), event, ...fields })}\n`);
}

/** The parts of an error that the log may show: its class and its code. Messages can quote data. */
export function describeError(error: unknown): { name: string; code: string | null } {
  if (!(error instanceof Error)) return { name: typeof error, code: null };
  return { name: error.name, code: 'code' in error && typeof error.code === 'string' ? error.code : null };
}
