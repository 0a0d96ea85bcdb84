/** `npm run bench -- --beside <commit>` measures two commits in turns. What it reads of their output is tested here. */
import { afterEach, expect, test, vi } from 'vitest';
import { addTurn, comparison, type Turns } from '../bench/beside/compared.ts';
import { besideOf, commandOf } from '../bench/beside/measure-beside.ts';
import { Figures } from '../bench/figures.ts';
import { rootPath } from './cited-tests.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** What `Figures.add` prints of one figure. */
function printed(figure: Partial<Parameters<Figures['add']>[0]> & { measured: number[] }): string {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  new Figures().add({ workload: 'B7', size: 1_000, what: 'pushed', who: 'Carryover', ...figure });
  return String(log.mock.lastCall);
}

function turnsOf(...outputs: string[]): Turns {
  const turns: Turns = new Map();
  for (const output of outputs) addTurn(turns, output);
  return turns;
}

test('the figures of Carryover are read from what a turn prints, and no others', () => {
  const output = [
    printed({ measured: [153.2] }),
    printed({ what: 'import: longest task', measured: [1.5, 2.5, 9] }),
    printed({ what: 'heap', unit: 'MB', measured: [14.6] }),
    printed({ who: 'RxDB', measured: [4_350] }),
    'sync_push, 8 clients, 100 mutations of a row: median 9876 rows/s (9000 to 10000)',
    '| pushed | 153 |',
  ].join('\n');
  expect([...turnsOf(output)]).toEqual([
    ['B7 1,000 pushed', [153]],
    ['B7 1,000 import: longest task', [2.5]],
    ['B7 1,000 heap MB', [14.6]],
    ['sync_push, 8 clients, 100 mutations of a row, rows/s', [9876]],
  ]);
});

test('the comparison shows the middle of the turns, its ratio, and the ratios of the turns', () => {
  const [other, today] = [
    turnsOf(...[100, 200, 400].map((ms) => printed({ measured: [ms] }))),
    turnsOf(...[150, 220, 300].map((ms) => printed({ measured: [ms] })), printed({ what: 'new', measured: [5] })),
  ];
  expect(comparison('4fea0ea', other, today).split('\n').slice(2)).toEqual([
    '| B7 1,000 pushed | 200 (100–400) | 220 (150–300) | 1.10× (0.75–1.50) |',
    '| B7 1,000 new | – | 5.00 | 4fea0ea does not measure it |',
  ]);
});

test('the command line names the commit, the workloads and the rounds', () => {
  expect(besideOf(['B7', '1000'])).toBeNull();
  expect(besideOf(['--beside', '4fea0ea', '1000'])).toEqual({ commit: '4fea0ea', only: [], rounds: 3, rest: ['1000'] });
  expect(besideOf(['--beside', 'v1', '--only', 'B7', '--only', 'pushed-deeds', '--rounds', '5'])).toEqual({
    commit: 'v1',
    only: ['B7', 'pushed-deeds'],
    rounds: 5,
    rest: [],
  });
});

test('a workload is run by its own checkout, and one that the checkout lacks is not', () => {
  const root = rootPath('');
  expect(commandOf(root, 'B7', ['1000'])).toEqual([`${root}tests/bench/run.ts`, 'B7', '1000']);
  expect(commandOf(root, 'server', ['1000'])).toEqual([`${root}tests/bench/server.ts`, '1000']);
  expect(commandOf(root, 'pushed-deeds', [])).toContain(`${root}tests/bench/workloads/pushed-deeds.ts`);
  expect(commandOf(root, 'B99', [])).toBeUndefined();
  expect(commandOf(root, 'pushed-nothing', [])).toBeUndefined();
});
