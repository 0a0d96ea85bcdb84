/** Runs in a process of its own, whose time zone a test has set: schedules come in, their occurrences go out. */
import { readFileSync } from 'node:fs';
import { isOver, nextOccurrences, occurrencesOf, type Timing } from './occurrences.ts';

const cases: readonly { timing: Timing; from: string; to: string }[] = JSON.parse(readFileSync(0, 'utf8'));
const answers = cases.map(({ timing, from, to }) => [
  occurrencesOf(timing, { from, to }),
  nextOccurrences(timing, from, 3),
  isOver(timing, to),
]);
/** What shows which zone it is. */
const zone = { offset: new Date(2026, 0, 1).getTimezoneOffset(), skipped: new Date(2011, 11, 30).getDate() };
process.stdout.write(JSON.stringify({ ...zone, answers }));
