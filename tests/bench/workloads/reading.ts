/**
 * B11: files of 100,000 rows are read in a worker of Node, beside parsers that others use. The most memory of the
 * worker while it reads counts, with what nobody has collected yet.
 */
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { writtenFiles } from '../../support/written-files.ts';
import { count, type Figures, OURS } from '../figures.ts';
import { sampleRows, signed } from '../sample-rows.ts';

const ROWS = 100_000;
const TURNS = 2;
const RUNS = 5;
const LOOK_MS = 5;

/** The bounds: how much of the peer's speed (papaparse tells types, too), and megabytes above an empty worker. */
export const READ_BESIDE = [
  { format: 'CSV with commas', peer: 'papaparse', speed: 0.3, memory: 200 },
  { format: 'OFX of XML', peer: 'ofx-js', speed: 2, memory: 200 },
  { format: 'CAMT.053', peer: 'fast-xml-parser', speed: 4, memory: 150 },
] as const;

export const readingOf = (format: string) => `${count(ROWS)} rows of ${format}, read in a worker`;
export const memoryOf = (format: string) => `${readingOf(format)}: most memory`;

export async function measureReading(figures: Figures): Promise<void> {
  const known = sampleRows(ROWS).map((row) => ({ date: row.date, cents: signed(row), text: row.description }));
  for (const { format, peer } of READ_BESIDE) {
    const bytes = new TextEncoder().encode(writtenFiles[format]?.(known));
    const add = (what: string, who: string, measured: readonly number[], unit: 'ms' | 'MB' = 'ms') =>
      figures.add({ workload: 'B11', size: ROWS, what, who, unit, measured });
    const [ours, theirs]: [number[], number[]] = [[], []];
    // In turns, because the machine's speed changes.
    for (let turn = 0; turn < TURNS; turn++) {
      ours.push(Math.min(...(await inWorker(format, true, bytes, RUNS)).times));
      theirs.push(Math.min(...(await inWorker(format, false, bytes, RUNS)).times));
    }
    add(readingOf(format), OURS, ours);
    add(readingOf(format), peer, theirs);
    for (const [isOurs, who] of [
      [true, OURS],
      [false, peer],
    ] as const)
      add(memoryOf(format), who, [(await inWorker(format, isOurs, bytes, 1)).most / 1_000_000], 'MB');
  }
}

/** Milliseconds of each run, and the most bytes of the worker's heap and beside it, above those of the empty worker. */
export async function inWorker(
  format: string,
  isOurs: boolean,
  bytes: Uint8Array,
  runs: number,
): Promise<{ times: number[]; most: number }> {
  const worker = new Worker(new URL('../peers/reading-worker.ts', import.meta.url), { workerData: { format, isOurs } });
  try {
    await new Promise((resolve) => worker.once('online', resolve));
    const empty = await bytesOf(worker);
    const answer = new Promise<unknown>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    let most = 0;
    let isOver = false;
    const looking = (async () => {
      // Looking takes time, so it is left out where time is measured.
      while (!isOver && runs === 1) {
        most = Math.max(most, (await bytesOf(worker)) - empty);
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    })();
    worker.postMessage({ bytes, runs });
    const times = v.parse(v.array(v.number()), await answer);
    isOver = true;
    await looking;
    return { times, most };
  } finally {
    await worker.terminate();
  }
}

async function bytesOf(worker: Worker): Promise<number> {
  const { used_heap_size: heap, external_memory: beside } = await worker.getHeapStatistics();
  return heap + beside;
}
