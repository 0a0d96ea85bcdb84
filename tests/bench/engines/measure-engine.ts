/** Runs the local workloads on one engine, in the engine's page. */
import {
  addedRow,
  FILTERS,
  LAST_DAY,
  MAIN_ACCOUNT,
  type SampleRow,
  SOME_MONTH,
  SOME_YEAR,
  sampleRows,
} from '../sample-rows.ts';
import type { Engine, SortColumn } from './engine.ts';

export interface EngineResult {
  /** Maps an operation to the milliseconds of each repetition. */
  times: Record<string, number[]>;
  /** Maps a question to the engine's answer. */
  answers: Record<string, string>;
}

const SORTED: readonly SortColumn[] = ['description', 'category', 'amount', 'date'];
const WARM_UP = 2;
/** A slow engine gets fewer repetitions, because its spread is not in doubt. */
const BUDGET_MS = 2_000;

export async function measureEngine(open: () => Promise<Engine>, size: number): Promise<EngineResult> {
  const engine = await open();
  const result: EngineResult = { times: {}, answers: {} };
  const rows = sampleRows(size);
  const start = performance.now();
  await engine.fill(rows);
  result.times.fill = [performance.now() - start];
  const mine = rows.filter((row) => row.accountId === MAIN_ACCOUNT);
  await writeSome(engine, mine);
  await measureReading(engine, mine, result);
  await measureWriting(engine, mine, result);
  return result;
}

/** A few changes of each kind, so that the answers show whether the engine took them in. */
async function writeSome(engine: Engine, rows: readonly SampleRow[]): Promise<void> {
  await engine.add(addedRow(0));
  await engine.edit(rowAt(rows, 0.91), 123_456);
  await engine.move(rowAt(rows, 0.92), `${SOME_MONTH}-07`);
  await engine.remove(rowAt(rows, 0.93));
}

/**
 * Asks a question for the first time, and again after each of a few changes of the ledger, as screens with live data
 * do. An engine may keep an answer up to date, but it must find the answer once.
 */
async function measureReading(
  engine: Engine,
  rows: readonly SampleRow[],
  { times, answers }: EngineResult,
): Promise<void> {
  const change = (n: number) => engine.edit(rowAt(rows, 0.5 + n / 100), 5_000);
  const again: (() => Promise<void>)[] = [];
  const ask = async (name: string, question: () => Promise<unknown>) => {
    const start = performance.now();
    answers[name] = JSON.stringify(await question());
    times[`${name}, first asked`] = [performance.now() - start];
    again.push(async () => {
      times[`${name}, after a change`] = await repeat(10, question, change);
    });
  };
  await ask('newest 100', () => engine.newest(100));
  await ask('balance', () => engine.balance());
  await ask('categories of a year', () => engine.categories(`${SOME_YEAR}-01-01`, `${SOME_YEAR}-12-31`));
  await ask('categories of everything', () => engine.categories('2000-01-01', LAST_DAY));
  answers.month = String(await engine.month(SOME_MONTH));
  times['one month'] = await repeat(10, (n) => engine.month(`2020-${(n + 1).toString().padStart(2, '0')}`));
  const { prepareSearch } = engine;
  if (prepareSearch) times['ready to search'] = await repeat(5, prepareSearch);
  for (const text of FILTERS) answers[`filter ${text}`] = String(await engine.filter(text));
  times.filter = await repeat(15, (n) => engine.filter(`${FILTERS[n % FILTERS.length]} ${n}`));
  times['page far down'] = await repeat(10, (n) => engine.page(Math.floor(rows.length * 0.6) + 100 * n, 100));
  for (const column of SORTED) await ask(`sort by ${column}`, () => engine.sort(column));
  for (const measureOne of again) await measureOne();
}

async function measureWriting(engine: Engine, rows: readonly SampleRow[], { times }: EngineResult): Promise<void> {
  times.add = await repeat(30, (n) => engine.add(addedRow(1 + n)));
  times.edit = await repeat(20, (n) => engine.edit(rowAt(rows, n / 100), 4_200 + n));
  times.move = await repeat(20, (n) => engine.move(rowAt(rows, 0.25 + n / 100), LAST_DAY));
  times.delete = await repeat(20, (n) => engine.remove(rowAt(rows, 0.05 + n / 101)));
}

function rowAt(rows: readonly SampleRow[], share: number): SampleRow {
  const row = rows[Math.floor(rows.length * share)];
  if (!row) throw new Error('there are no rows');
  return row;
}

/**
 * Milliseconds of each of `times` runs after the warm-up. If the budget holds fewer, there are fewer, but at least two.
 */
async function repeat(
  times: number,
  run: (n: number) => Promise<unknown>,
  before: (n: number) => Promise<void> = async () => {},
): Promise<number[]> {
  const measured: number[] = [];
  const end = performance.now() + BUDGET_MS;
  for (let n = 0; n < WARM_UP + times; n++) {
    if (measured.length >= 2 && performance.now() > end) break;
    await before(n);
    const start = performance.now();
    await run(n);
    if (n >= WARM_UP) measured.push(performance.now() - start);
  }
  return measured;
}
