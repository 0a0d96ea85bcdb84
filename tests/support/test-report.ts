/** What a step of `npm test` says about its tests, in a file that `run-all.ts` reads. */
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';

export const TestReport = v.object({
  passed: v.number(),
  /** Everything that is not a passed test, also a skipped one or an error outside of all tests. */
  failures: v.array(v.object({ name: v.string(), message: v.string() })),
});

export type TestReport = v.InferOutput<typeof TestReport>;

/** How many lines of a message a report has. */
const SHOWN = 12;

/** Where the reporters write. Without it (a run by hand), they write nothing. */
export const REPORT_FILE = 'CARRYOVER_TEST_REPORT';

export function writeReport(report: TestReport): void {
  const file = process.env[REPORT_FILE];
  if (file) writeFileSync(file, JSON.stringify(report));
}

/**
 * The first lines of an error's message, as plain text. A random test names its seed and its case there, and a browser
 * test what it found on the page.
 */
export function firstLines(message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? '').split('\n');
  const said = lines.map((line) => line.trim()).filter((line) => line !== '');
  return said.slice(0, SHOWN).join('\n') || 'no message';
}
