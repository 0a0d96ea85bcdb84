/**
 * `npm run bench:recorded` prints all goals and figures of the recorded run. With `-- --page` it prints
 * docs/benchmarks.md again, from the same record.
 */
import { writeFile } from 'node:fs/promises';
import { figureTables } from './figure-tables.ts';
import { goalTable } from './goal-tables.ts';
import { readRecording } from './recording.ts';
import { resultsPage } from './results-page.ts';

const recording = readRecording();

if (process.argv.includes('--page')) {
  await writeFile(new URL('../../docs/benchmarks.md', import.meta.url), resultsPage(recording));
} else {
  const { day, machine, goals, figures } = recording;
  console.log([day, ...machine].join('\n'));
  console.log(`\n${goalTable(goals)}\n\n${figureTables(figures)}`);
}
