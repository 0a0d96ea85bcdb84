/** A soak goes on after everything that a history can come to (tests/soak). */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '../soak/kinds.ts';
import { soak, summaryOf } from '../soak/soak.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soak-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Lets two processes live planted histories of these kinds: one of each for each seed. */
function planted(names: readonly string[], seeds: readonly number[], printed: string[] = []) {
  return soak({
    program: join(import.meta.dirname, '../soak/planted-worker.ts'),
    kinds: names.map((name) => ({ name, every: 1 })),
    seeds,
    size: 2,
    patience: 2000,
    fileOf: ({ seed, kind }) => join(folder, `seed-${seed}-${kind}.json`),
    print: (line) => printed.push(line),
  });
}

it('a red history is kept with its seed, in its smallest form, and the others are lived', async () => {
  const printed: string[] = [];
  const outcome = await planted(['ends well', 'goes wrong'], [11, 12, 13], printed);
  expect(Object.fromEntries(outcome.lived)).toEqual({ 'ends well': 3, 'goes wrong': 3 });
  expect(outcome.red.map(({ kind }) => kind)).toEqual(['goes wrong', 'goes wrong', 'goes wrong']);
  expect(outcome.red.map(({ seed }) => seed).sort()).toEqual([11, 12, 13]);
  for (const { said, whole, history, file } of outcome.red) {
    expect(said).toBe('of 3 steps one is wrong');
    expect(whole).toContain('planted-worker.ts');
    expect(history).toBe('[0,0,0]');
    expect(await readFile(file ?? '', 'utf8')).toBe('[0,0,0]\n');
  }
  expect(printed.join('\n')).toContain('red: goes wrong, seed 12');
});

it.each([
  ['hangs', 'it hangs: nothing was heard for 2 seconds'],
  ['blocks', 'it hangs: nothing was heard for 2 seconds'],
  ['dies', 'the process ended with code 7'],
])('after a process that %s, another one goes on, and what it lived is red and kept', async (name, said) => {
  const { lived, red } = await planted([name, 'ends well'], [21, 22]);
  expect(Object.fromEntries(lived)).toEqual({ [name]: 2, 'ends well': 2 });
  expect(red).toMatchObject([
    { kind: name, said },
    { kind: name, said },
  ]);
  for (const { seed } of red) {
    const kept: unknown = JSON.parse(await readFile(join(folder, `seed-${seed}-${name}.json`), 'utf8'));
    expect(kept).toEqual(expect.arrayContaining([expect.any(Number)]));
  }
});

it('what a process wrote before it died is told, and a job that no process knows is a red one, too', async () => {
  const { red } = await planted(['dies', 'unheard of'], [31]);
  const [died, unknown] = red.toSorted((one, other) => one.kind.localeCompare(other.kind));
  expect(died?.whole).toBe('the process ended with code 7\nno more memory');
  expect(unknown).toMatchObject({ said: 'the process ended with code 1', history: null, file: null });
  expect(unknown?.whole).toContain('no kind of histories is unheard of');
});

it('the summary lists each red history with its seed and what was wrong, and counts them by kind', async () => {
  const outcome = await planted(['ends well', 'goes wrong'], [41]);
  expect(summaryOf(outcome, 1.25).split('\n')).toEqual([
    `red: goes wrong, seed 41 (kept in ${join(folder, 'seed-41-goes wrong.json')})`,
    '    of 3 steps one is wrong',
    'ends well: 1 lived, 0 red',
    'goes wrong: 1 lived, 1 red',
    '1 red, in 1.3 min',
  ]);
});

it('every kind of history that a test of random histories draws is soaked', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => /^(histories|both)-.*\.test\.ts$/.test(name));
  expect(KINDS.map(({ name }) => `${name}.test.ts`).sort()).toEqual(files.sort());
});
