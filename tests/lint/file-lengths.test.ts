/** A file of code can be read in one go. Biome refuses a longer script, too, and this counts styles and the median. */
import { expect, test } from 'vitest';
import { read } from './cited-tests.ts';
import { repositoryFiles } from './repository-files.ts';

const MOST = 340;
const MEDIAN = 60;

/** What a release has recorded stays as it was. */
const files = repositoryFiles(/\.(tsx?|mjs|css)$/).filter((file) => !/^tests\/releases\/\d/.test(file));

const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

const lengths = files.map((file) => ({ file, lines: linesOf(read(file)) })).sort((a, b) => a.lines - b.lines);

/** A test may need a long scene, so the median is of what the tests test. */
const ofProduct = lengths.filter(({ file }) => !/^tests\/|\.(test|fixture)\./.test(file));

test('the last line may end with or without a line break', () => {
  expect([linesOf('one\ntwo\n'), linesOf('one\ntwo')]).toEqual([2, 2]);
});

test('the code of every part of the repository is counted', () => {
  for (const folder of ['src', 'sync', 'supabase/embedded', 'supabase/functions', 'tests'])
    expect(files.some((file) => file.startsWith(`${folder}/`))).toBe(true);
  expect(files).toContain('vite.config.ts');
});

test(`no file has more than ${MOST} lines`, () => {
  expect(lengths.filter(({ lines }) => lines > MOST)).toEqual([]);
});

test(`half of the product's files have at most ${MEDIAN} lines`, () => {
  expect(ofProduct[Math.floor(ofProduct.length / 2)]?.lines).toBeLessThanOrEqual(MEDIAN);
});
