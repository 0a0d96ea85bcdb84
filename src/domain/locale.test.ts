import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Product code that matches, but for the files that may. */
async function filesWith(pattern: RegExp, ...allowed: string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob('src/**/*.{ts,tsx}', { cwd: root })) {
    if (path.includes('.test.') || path.includes('.fixture.') || allowed.includes(path)) continue;
    if (pattern.test(readFileSync(`${root}/${path}`, 'utf8'))) found.push(path);
  }
  return found;
}

it('only one file names the language', async () => {
  expect(await filesWith(/['"]en-US['"]/, 'src/domain/locale.ts')).toEqual([]);
});

it('only one file writes numbers, and only one writes dates', async () => {
  const places = ['src/domain/money/money.ts', 'src/domain/money/numbers.ts', 'src/domain/dates/dates.ts'];
  // They write nothing: they ask for the decimal sign and the order of a date in the browser's own locale, and for the
  // names of months in the languages of bank files.
  const readers = [
    'src/domain/money/written-number.ts',
    'src/domain/dates/written-date.ts',
    'src/import/statement/month-names.ts',
    'src/import/former/former-dates.ts',
  ];
  const found = await filesWith(/Intl\.(?:(?!List)\w*Format|PluralRules)\b|\.toLocale\w+\(/, ...places, ...readers);
  expect(found).toEqual([]);
});
