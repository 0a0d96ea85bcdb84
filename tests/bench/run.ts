/**
 * `npm run bench [-- B3 10000 --write]` runs the workloads B1 to B14 in real Chromium with a profile on disk, and the
 * real backend on loopback. Peers and floors run in the same session. Workloads and sizes narrow it down; `--write`
 * keeps the figures in recorded.json and prints docs/benchmarks.md. `--own` leaves peers and floors out of B1 to B6, so
 * `B4 100000 --own` takes a minute. `--beside <commit> --only B7` measures that commit and today's code in turns
 * instead. Not part of `npm test`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import buildApp from '../support/built-app.ts';
import { besideOf, measureBeside } from './beside/measure-beside.ts';
import { figureTables, shownFigures } from './figure-tables.ts';
import { Figures, WORKLOADS, type Workload } from './figures.ts';
import { goalTable } from './goal-tables.ts';
import { goalResults } from './goals.ts';
import { describeMachine } from './machine.ts';
import { installPeers, type Pages, servePages } from './pages.ts';
import { writeRecording } from './recording.ts';
import { resultsPage } from './results-page.ts';
import { measureBetweenDevices } from './workloads/between-devices.ts';
import { measureChosenRows } from './workloads/chosen-rows.ts';
import { measureColdStart } from './workloads/cold-start.ts';
import { measureDueOccurrences } from './workloads/due-occurrences.ts';
import { measureFirstLoad } from './workloads/first-load.ts';
import { measureFreshDevice } from './workloads/fresh-device.ts';
import { measureImportElsewhere } from './workloads/import-elsewhere.ts';
import { measureImportOnScreen } from './workloads/import-on-screen.ts';
import { measureImporting, measureImportingBeside } from './workloads/importing.ts';
import { measureLargeIntents } from './workloads/large-intents.ts';
import { openLedger } from './workloads/ledger.ts';
import { CONTESTANTS, measureLocally } from './workloads/local.ts';
import { measurePushedChanges, measurePushedImport } from './workloads/pushed-deeds.ts';
import { measurePushing, measureRxdbPull } from './workloads/pushing.ts';
import { measureReading } from './workloads/reading.ts';
import { measureScreens } from './workloads/screens.ts';
import { measureOnSlowProcessor } from './workloads/slow-processor.ts';

const args = process.argv.slice(2);
const write = args.includes('--write');
const own = args.includes('--own');
const chosen = WORKLOADS.filter((workload) => args.includes(workload));
const wanted = new Set<Workload>(chosen.length > 0 ? chosen : WORKLOADS);
const givenSizes = args.map(Number).filter((size) => size > 0);
// The record is one run of everything.
if (write && (own || chosen.length + givenSizes.length > 0)) throw new Error('--write records a whole run');
const sizes = givenSizes.length > 0 ? givenSizes : [1_000, 10_000, 100_000];

/** The ledger of a start with few rows, for the ratio. */
const FEW = 100;
const ON_OUR_OWN = ['engines/carryover', 'engines/large-intents', 'engines/importing', 'engines/import-offline'];
const WITH_PEERS = [
  ...CONTESTANTS.map(({ page }) => page).filter((page) => !ON_OUR_OWN.includes(page)),
  'engines/pushing',
  'peers/rxdb-sync',
  'peers/actual-importing',
];

const wants = (...workloads: Workload[]) => workloads.some((workload) => wanted.has(workload));

/** Workloads on the whole app share a backend, because filling it takes longest. */
async function measureApp(size: number, pages: Pages, folder: string, figures: Figures): Promise<void> {
  const ledger = await openLedger(size, folder, pages.url);
  try {
    if (wants('B6')) {
      await measureFreshDevice(ledger, folder, figures);
      if (size <= 100_000 && !own) await measureRxdbPull(ledger, pages, folder, figures);
    }
    if (wants('B9')) {
      const few = await openLedger(FEW, folder, pages.url);
      await measureColdStart(ledger, few, figures).finally(() => few.backend.stop());
    }
    if (wants('B1', 'B4', 'B5')) await measureScreens(ledger, figures);
    if (wants('B8')) await measureBetweenDevices(ledger, figures);
    if (wants('B14')) await measureOnSlowProcessor(ledger, figures);
  } finally {
    await ledger.backend.stop();
  }
}

async function measureAll(pages: Pages, folder: string, figures: Figures): Promise<void> {
  if (wants('B9')) await measureFirstLoad(folder, figures);
  for (const size of sizes) {
    if (wants('B1', 'B2', 'B3', 'B4', 'B5', 'B6')) await measureLocally(size, pages, folder, figures, own);
    if (wants('B1', 'B4', 'B5', 'B6', 'B8', 'B9', 'B14')) await measureApp(size, pages, folder, figures);
  }
  if (wants('B10')) await measureLargeIntents(Math.max(...sizes), pages, folder, figures);
  if (wants('B11')) {
    await measureImporting(Math.max(...sizes), pages, folder, figures);
    await measureImportingBeside(pages, folder, figures);
    await measureReading(figures);
    await measureImportOnScreen(Math.max(...sizes), folder, figures);
    await measureImportElsewhere(folder, figures);
    await measurePushedImport(figures);
  }
  if (wants('B12')) {
    await measureChosenRows(folder, figures);
    await measurePushedChanges(figures);
  }
  if (wants('B13')) await measureDueOccurrences(folder, figures);
  const pushes = new Set([1, 100, ...sizes.map((size) => Math.min(size, 10_000))]);
  if (wants('B7')) for (const count of pushes) await measurePushing(count, pages, folder, figures);
}

async function measureToday(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'carryover-bench-'));
  const figures = new Figures();
  const start = performance.now();
  try {
    const withPeers = wants('B7', 'B11') || (!own && wants('B1', 'B2', 'B3', 'B4', 'B5', 'B6'));
    if (withPeers) installPeers();
    await buildApp();
    const pages = await servePages([...ON_OUR_OWN, ...(withPeers ? WITH_PEERS : [])], join(folder, 'pages'));
    try {
      await measureAll(pages, folder, figures);
    } finally {
      await pages.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const minutes = (performance.now() - start) / 60_000;
  const size = Math.max(...sizes);
  const measured = { goals: goalResults(figures, size), figures: shownFigures(figures) };
  console.log(`\n${figureTables(measured.figures)}\n\n${goalTable(measured.goals)}\n\n${minutes.toFixed(1)} minutes`);
  if (!write) return;
  const day = new Date().toISOString().slice(0, 10);
  const recording = { day, minutes, machine: describeMachine(), size, ...measured };
  await writeRecording(recording);
  await writeFile(new URL('../../docs/benchmarks.md', import.meta.url), resultsPage(recording));
}

const beside = besideOf(args);
if (beside) await measureBeside({ ...beside, only: beside.only.length > 0 ? beside.only : [...WORKLOADS] });
else await measureToday();
