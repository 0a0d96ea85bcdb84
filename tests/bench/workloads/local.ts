/** B1 to B5: the same operations on the app's store, the peers and the floors, each in a fresh profile on disk. */
import { join } from 'node:path';
import * as v from 'valibot';
import { type Figures, OURS, type Workload } from '../figures.ts';
import type { Pages } from '../pages.ts';
import { callPage } from './page-call.ts';

const EngineResult = v.object({
  times: v.record(v.string(), v.array(v.number())),
  answers: v.record(v.string(), v.string()),
});
type EngineResult = v.InferOutput<typeof EngineResult>;

interface Contestant {
  who: string;
  page: string;
  /** With more rows than this, filling takes minutes. */
  limit: number;
}

export const CONTESTANTS: readonly Contestant[] = [
  { who: OURS, page: 'engines/carryover', limit: Number.POSITIVE_INFINITY },
  { who: 'RxDB', page: 'peers/rxdb', limit: 100_000 },
  { who: 'Actual', page: 'peers/actual', limit: 10_000 },
  { who: 'bare Dexie', page: 'engines/dexie', limit: 100_000 },
  { who: 'in memory', page: 'engines/memory', limit: 1_000_000 },
];

/** Keys are the beginnings of operations' names. */
const WORKLOAD_OF: readonly [string, Workload][] = [
  ['add', 'B1'],
  ['edit', 'B2'],
  ['move', 'B2'],
  ['delete', 'B2'],
  ['newest', 'B3'],
  ['one month', 'B3'],
  ['page far down', 'B3'],
  ['ready to search', 'B4'],
  ['filter', 'B4'],
  ['sort', 'B4'],
  ['balance', 'B5'],
  ['categories', 'B5'],
  ['fill', 'B6'],
];

/** The name of a fill among the figures of B6. */
const FILL = 'rows at hand, written to the device';

/** `own`: without the peers and the floors. */
export async function measureLocally(
  size: number,
  pages: Pages,
  folder: string,
  figures: Figures,
  own: boolean,
): Promise<void> {
  let reference: EngineResult['answers'] | null = null;
  for (const { who, page, limit } of CONTESTANTS) {
    if (size > limit || (own && who !== OURS)) continue;
    const { times, answers } = await callPage(
      `${pages.url}/${page}.html`,
      join(folder, `${who}-${size}`),
      { name: 'measureEngine', args: [size] },
      EngineResult,
    );
    reference ??= answers;
    refuseOtherAnswers(who, answers, reference);
    for (const [operation, measured] of Object.entries(times)) {
      const [, workload] = WORKLOAD_OF.find(([beginning]) => operation.startsWith(beginning)) ?? [];
      if (workload === undefined) throw new Error(`${operation} belongs to no workload`);
      figures.add({ workload, size, what: operation === 'fill' ? FILL : operation, who, measured });
    }
  }
}

/** An engine with other answers does another job, and its times mean nothing. */
function refuseOtherAnswers(who: string, answers: EngineResult['answers'], reference: EngineResult['answers']): void {
  for (const [question, answer] of Object.entries(answers)) {
    if (answer !== reference[question])
      console.warn(`${who} answers ${question} with ${answer}, not ${reference[question]}`);
  }
}
