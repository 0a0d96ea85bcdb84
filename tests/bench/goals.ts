/** The goals of this project for a machine of two cores, and what was measured for each. */
import { count, digits, type Figures, type Workload } from './figures.ts';
import type { GoalResult } from './goal-tables.ts';
import { DEEDS, ROWS } from './workloads/chosen-rows.ts';
import { START, START_WITH_FEW } from './workloads/cold-start.ts';
import { ADDED, DUE_PUSHED, DUE_ROWS } from './workloads/due-occurrences.ts';
import { ELSEWHERE } from './workloads/import-elsewhere.ts';
import {
  CAME_BACK,
  FILE_ROWS,
  FILES,
  figureOf,
  MANY_ROWS,
  MEMORY,
  PLANNED,
  PUSHED,
  WRITTEN,
} from './workloads/import-on-screen.ts';
import { READ_AND_MATCHED } from './workloads/importing.ts';
import {
  SERVER_WAIT_AT_DELETION,
  SERVER_WAIT_AT_RENAME,
  WAIT_AT_COMMAND,
  WAIT_AT_PULL,
} from './workloads/large-intents.ts';
import { IMPORTED, PUSHED_IMPORT, PUSHED_REVERT, pushOf } from './workloads/pushed-deeds.ts';
import { memoryOf, READ_BESIDE, readingOf } from './workloads/reading.ts';
import { LONGEST_TASK } from './workloads/screens.ts';
import { SLOW_ADD, SLOW_CHOICE, SLOW_FILTER, SLOW_OPENING, SLOW_START } from './workloads/slow-processor.ts';

interface Goal extends Omit<GoalResult, 'value'> {
  /** The value to compare with `limit`, at this size, from these figures; undefined if it was not measured. */
  measured: (figures: Figures, size: number) => number | undefined;
}

type Name = [workload: Workload, what: string];

const median =
  ([workload, what]: Name, size?: number, who?: string): Goal['measured'] =>
  (figures, largest) =>
    figures.median(workload, size ?? largest, what, who);

const p95 =
  ([workload, what]: Name, size?: number): Goal['measured'] =>
  (figures, largest) =>
    figures.p95(workload, size ?? largest, what);

const over =
  (one: Goal['measured'], other: Goal['measured']): Goal['measured'] =>
  (figures, size) => {
    const [above, below] = [one(figures, size), other(figures, size)];
    return above === undefined || below === undefined ? undefined : above / below;
  };

const longestTask: Goal['measured'] = (figures, size) => {
  const ofScreens: readonly Workload[] = ['B1', 'B4', 'B5'];
  const longest = figures.all.filter(
    (one) => ofScreens.includes(one.workload) && one.size === size && one.what.endsWith(LONGEST_TASK),
  );
  return longest.length === 0 ? undefined : Math.max(...longest.map(({ spread }) => spread.max));
};

const VISIBLE: Name = ['B1', 'add to visible'];
const WHOLE: Name = ['B6', 'whole history'];
const ADD: Name = ['B1', 'add'];

/** From the choice of the file, and from the click that imports; milliseconds. */
const IMPORT_TIMES = [
  [PLANNED, 1_000],
  [WRITTEN, 2_000],
  [PUSHED, 3_000],
] as const;

const GOALS: readonly Goal[] = [
  {
    what: 'offline start to first rows, relative to 100 rows',
    measured: over(median(['B9', START]), median(['B9', START_WITH_FEW])),
    limit: 1.3,
    unit: '×',
  },
  { what: 'add to visible, p95', measured: p95(VISIBLE), limit: 25, unit: 'ms' },
  {
    what: 'add to visible, p95, relative to 1,000 rows',
    measured: over(p95(VISIBLE), p95(VISIBLE, 1_000)),
    limit: 1.5,
    unit: '×',
  },
  {
    what: 'filter keystroke to result, p95',
    measured: p95(['B4', 'filter keystroke to result']),
    limit: 35,
    unit: 'ms',
  },
  {
    what: 'filter over all accounts, keystroke to result, p95',
    measured: p95(['B4', 'filter over all accounts, keystroke to result']),
    limit: 30,
    unit: 'ms',
  },
  {
    what: 'command palette, keystroke to result, p95',
    measured: p95(['B4', 'command palette, keystroke to result']),
    limit: 30,
    unit: 'ms',
  },
  { what: 'report of a new period, p95', measured: p95(['B5', 'report of a new period']), limit: 50, unit: 'ms' },
  { what: 'longest task of entry, filter, sort, tab change and report', measured: longestTask, limit: 50, unit: 'ms' },
  { what: 'heap after use', measured: median(['B9', 'heap after use']), limit: 30, unit: 'MB' },
  {
    what: 'fresh device: log-in to newest rows',
    measured: median(['B6', 'log-in to newest rows']),
    limit: 1_500,
    unit: 'ms',
  },
  {
    what: 'fresh device: first pull request to newest rows',
    measured: median(['B6', 'first pull request to newest rows']),
    limit: 500,
    unit: 'ms',
  },
  { what: 'fresh device: whole history', measured: median(WHOLE), limit: 1_500, unit: 'ms' },
  {
    what: 'whole history, relative to the network alone',
    measured: over(median(WHOLE), median(WHOLE, undefined, 'network only')),
    limit: 1.5,
    unit: '×',
  },
  { what: 'ready to search', measured: median(['B4', 'ready to search']), limit: 300, unit: 'ms' },
  {
    what: '10,000 offline entries pushed',
    measured: median(['B7', 'entries pushed'], 10_000),
    limit: 1_000,
    unit: 'ms',
  },
  ...[
    { entries: 1, limit: 25 },
    { entries: 100, limit: 60 },
    { entries: 1_000, limit: 250 },
  ].map(
    ({ entries, limit }): Goal => ({
      what: `pushed and come back, offline entries: ${count(entries)}`,
      measured: median(['B7', 'pushed and come back'], entries),
      limit,
      unit: 'ms',
    }),
  ),
  {
    what: 'entry visible on another device, p95',
    measured: p95(['B8', 'entry visible on another device']),
    limit: 250,
    unit: 'ms',
  },
  ...[WAIT_AT_COMMAND, WAIT_AT_PULL, SERVER_WAIT_AT_RENAME, SERVER_WAIT_AT_DELETION].map(
    (what): Goal => ({ what, measured: median(['B10', what]), limit: 100, unit: 'ms' }),
  ),
  ...['CSV with commas', 'OFX of SGML', 'QIF', 'CAMT.053'].map(
    (format): Goal => ({
      what: `10,000 rows of ${format}, ${READ_AND_MATCHED}`,
      kind: `10,000 rows of a file, ${READ_AND_MATCHED}`,
      measured: median(['B11', `${format}, ${READ_AND_MATCHED}`]),
      limit: 1_000,
      unit: 'ms',
    }),
  ),
  ...READ_BESIDE.flatMap(({ format, peer, speed, memory }): Goal[] => [
    {
      what: `${readingOf(format)}, relative to ${peer} alone`,
      measured: over(
        median(['B11', readingOf(format)], MANY_ROWS),
        median(['B11', readingOf(format)], MANY_ROWS, peer),
      ),
      limit: 1 / speed,
      unit: '×',
    },
    { what: memoryOf(format), measured: median(['B11', memoryOf(format)], MANY_ROWS), limit: memory, unit: 'MB' },
  ]),
  {
    what: `${ELSEWHERE}: ${LONGEST_TASK}`,
    kind: `import of a file: ${LONGEST_TASK}`,
    measured: median(['B11', `${ELSEWHERE}: ${LONGEST_TASK}`], MANY_ROWS),
    limit: 50,
    unit: 'ms',
  },
  ...FILES.flatMap((file): Goal[] => {
    const goal = (what: string, limit: number, unit: 'ms' | 'MB', kind?: string): Goal => {
      const name = figureOf(file, what);
      return { what: name, ...(kind && { kind }), measured: median(['B11', name]), limit, unit };
    };
    const tasks = [PLANNED, WRITTEN, CAME_BACK].map((what) =>
      goal(`${what}: ${LONGEST_TASK}`, 50, 'ms', `import of a file: ${LONGEST_TASK}`),
    );
    // A file of ten times as many rows has a goal of its own: that it fits into the memory.
    const times =
      file.rows > FILE_ROWS
        ? [goal(MEMORY, 300, 'MB')]
        : IMPORT_TIMES.map(([what, limit]) => goal(what, limit, 'ms', `10,000 rows of a file, ${what}`));
    return [...times, ...tasks];
  }),
  ...DEEDS.flatMap(({ what }) =>
    [`offline: ${what}`, `offline: undo of ${what}`].flatMap((deed): Goal[] => [
      {
        what: `5,000 chosen rows, ${deed}`,
        kind: '5,000 chosen rows, offline: a change or its undo',
        measured: median(['B12', deed], ROWS),
        limit: 2_000,
        unit: 'ms',
      },
      {
        what: `5,000 chosen rows, ${deed}: ${LONGEST_TASK}`,
        kind: `5,000 chosen rows, offline: a change or its undo: ${LONGEST_TASK}`,
        measured: median(['B12', `${deed}: ${LONGEST_TASK}`], ROWS),
        limit: 100,
        unit: 'ms',
      },
    ]),
  ),
  ...DEEDS.flatMap(({ what }) =>
    [pushOf(what), pushOf(`the undo of ${what}`)].map(
      (deed): Goal => ({
        what: `5,000 chosen rows, ${deed}`,
        kind: '5,000 chosen rows, push of a change or its undo, at the server',
        measured: median(['B12', deed], ROWS),
        limit: 10_000,
        unit: 'ms',
      }),
    ),
  ),
  {
    what: `10,000 rows, ${PUSHED_IMPORT}, at the server`,
    measured: median(['B11', PUSHED_IMPORT], IMPORTED),
    limit: 3_000,
    unit: 'ms',
  },
  {
    what: `10,000 rows, ${PUSHED_REVERT}, at the server`,
    measured: median(['B11', PUSHED_REVERT], IMPORTED),
    limit: 10_000,
    unit: 'ms',
  },
  { what: ADDED, measured: median(['B13', ADDED], DUE_ROWS), limit: 500, unit: 'ms' },
  ...[ADDED, DUE_PUSHED].map(
    (what): Goal => ({
      what: `${what}: ${LONGEST_TASK}`,
      measured: median(['B13', `${what}: ${LONGEST_TASK}`], DUE_ROWS),
      limit: 50,
      unit: 'ms',
    }),
  ),
  { what: SLOW_START, measured: median(['B14', SLOW_START]), limit: 2_500, unit: 'ms' },
  // What answers within a tenth of a second is felt to answer at once.
  ...[SLOW_ADD, SLOW_FILTER, SLOW_OPENING, SLOW_CHOICE].map(
    (what): Goal => ({ what: `${what}, p95`, measured: p95(['B14', what]), limit: 100, unit: 'ms' }),
  ),
  { what: 'one add, committed', measured: median(ADD), limit: 2.5, unit: 'ms' },
  { what: 'one add, relative to 1,000 rows', measured: over(median(ADD), median(ADD, 1_000)), limit: 1.5, unit: '×' },
  { what: 'substring filter', measured: median(['B4', 'filter']), limit: 15, unit: 'ms' },
  {
    what: "a year's categories",
    measured: median(['B5', 'categories of a year, after a change']),
    limit: 5,
    unit: 'ms',
  },
  { what: 'balance', measured: median(['B5', 'balance, after a change']), limit: 5, unit: 'ms' },
  {
    what: 'JavaScript of the sign-in screen',
    measured: median(['B9', 'JavaScript of the sign-in screen'], 0),
    limit: 231,
    unit: 'kB',
  },
];

/** Goals that this run did not measure are left out. */
export function goalResults(figures: Figures, size: number): GoalResult[] {
  return GOALS.flatMap(({ measured, ...goal }) => {
    const value = measured(figures, size);
    return value === undefined || Number.isNaN(value) ? [] : [{ ...goal, value }];
  });
}

/** Limits for others while somebody asks too much of the backend: p95 in milliseconds, and memory in megabytes. */
const UNDER_ATTACK = { health: 250, heads: 500, memory: 400 };

/** The missed goals, in words. Without `health`, nobody asked for it. */
export function attackGoals(noticed: { health?: { p95: number }; heads: { p95: number }; memory: number }): string[] {
  const { health, heads, memory } = noticed;
  return [
    ...(health && health.p95 > UNDER_ATTACK.health
      ? [`health p95 ${digits(health.p95)} ms, goal ${UNDER_ATTACK.health}`]
      : []),
    ...(heads.p95 > UNDER_ATTACK.heads ? [`sync_heads p95 ${digits(heads.p95)} ms, goal ${UNDER_ATTACK.heads}`] : []),
    ...(memory > UNDER_ATTACK.memory ? [`memory ${memory} MB, goal ${UNDER_ATTACK.memory}`] : []),
  ];
}
