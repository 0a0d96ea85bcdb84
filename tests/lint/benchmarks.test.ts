/** docs/benchmarks.md is printed from the recorded run, so nobody changes a figure by hand. */
import { expect, test } from 'vitest';
import { figureTables, type ShownFigure } from '../bench/figure-tables.ts';
import { type GoalResult, goalTable, kindTable } from '../bench/goal-tables.ts';
import { readRecording } from '../bench/recording.ts';
import { resultsPage } from '../bench/results-page.ts';
import { read } from './cited-tests.ts';

test('the page is what `npm run bench:recorded -- --page` prints', () => {
  expect(read('docs/benchmarks.md')).toBe(resultsPage(readRecording()));
});

const goals: GoalResult[] = [
  { what: 'push of an edit', kind: 'push of a change', limit: 100, unit: 'ms', value: 20.5 },
  { what: 'push of a deletion', kind: 'push of a change', limit: 100, unit: 'ms', value: 100.6 },
  { what: 'heap', limit: 30, unit: 'MB', value: 30 },
  { what: 'start, relative to 100 rows', limit: 1.3, unit: '×', value: 1.31 },
];

test('goals of one kind stand in one line, which says how many are met', () => {
  expect(kindTable(goals).split('\n').slice(2)).toEqual([
    '| push of a change (2) | ≤ 100 ms | 20.5–101 ms | **1 of 2** |',
    '| heap | ≤ 30 MB | 30.0 MB | yes |',
    '| start, relative to 100 rows | ≤ 1.3× | 1.3× | **no** |',
  ]);
  expect(goalTable(goals).split('\n')).toHaveLength(2 + goals.length);
});

test('a table of figures has a column for each engine, with its ratio', () => {
  const add = { workload: 'B1', size: 1_000, what: 'add' } as const;
  const figures: ShownFigure[] = [
    { ...add, who: 'RxDB', shown: '2.00', ratio: '0.50×' },
    { ...add, who: 'Carryover', shown: '4.00' },
    { ...add, what: 'add to visible', who: 'Carryover', shown: '9.00' },
  ];
  expect(figureTables(figures).split('\n').slice(2)).toEqual([
    '| 1,000 rows | Carryover | RxDB |',
    '|---|---:|---:|',
    '| add | 4.00 | 2.00 · 0.50× |',
    '| add to visible | 9.00 | – |',
  ]);
});
