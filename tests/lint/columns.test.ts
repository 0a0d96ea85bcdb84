/** A line has at most 120 columns, so that it can be read beside another file. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { read } from './cited-tests.ts';
import { repositoryFiles } from './repository-files.ts';

const COLUMNS = 120;

/** Migrations of a release may not change (docs/releasing.md). */
const Released = v.record(v.string(), v.record(v.string(), v.string()));
const released = v.parse(Released, JSON.parse(read('supabase/embedded/postgres/released-migrations.json')));
const frozen = new Set(Object.values(released).flatMap((migrations) => Object.keys(migrations).map(pathOf)));

function pathOf(migration: string): string {
  return `supabase/migrations/${migration}`;
}

/** In migrations that no release has yet, comments count alone. */
const isMigration = /^supabase\/migrations\//;
const isComment = /^\s*(\/?\*|--)/;

/** Tables and addresses of Markdown cannot be wrapped. */
const mayBeWide = (file: string, line: string): boolean =>
  file.endsWith('.md') ? /^\s*\||https?:\/\//.test(line) : isMigration.test(file) && !isComment.test(line);

/** Lines of the file that are too wide, as `file:line`. A character counts as one column, also beyond ASCII. */
function wideLines(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const wide = [...line].length > COLUMNS && !mayBeWide(file, line);
    return wide ? [`${file}:${index + 1}`] : [];
  });
}

/** supabase/schema repeats migrations, also released ones. */
const repeats = /^(tests\/releases|supabase\/schema)\//;

const files = repositoryFiles(/\.(tsx?|sql|md|mjs)$/).filter((file) => !repeats.test(file) && !frozen.has(file));

test.each(['planted.ts', 'planted.tsx', 'planted.sql', 'planted.md', 'planted.mjs'])(
  'a planted line of 121 columns in %s is refused, and one of 120 is not',
  (file) => {
    expect(wideLines(file, `${'x'.repeat(COLUMNS)}\n${'€'.repeat(COLUMNS + 1)}\n`)).toEqual([`${file}:2`]);
  },
);

test('in Markdown, a table row and a line with an address may be wider', () => {
  const wide = `| ${'x'.repeat(COLUMNS)} |\nhttps://example.org/${'x'.repeat(COLUMNS)}`;
  expect(wideLines('planted.md', wide)).toEqual([]);
  expect(wideLines('planted.ts', wide)).toEqual(['planted.ts:1', 'planted.ts:2']);
});

test('in migrations, comments are held and statements are not; everywhere else SQL is held, too', () => {
  const wide = ['-- ', ' * ', 'select '].map((beginning) => beginning + 'x'.repeat(COLUMNS)).join('\n');
  const found = (file: string, ...lines: number[]) => lines.map((line) => `${file}:${line}`);
  for (const file of ['tests/backend/planted.ts', 'supabase/embedded/planted.sql'])
    expect(wideLines(file, wide)).toEqual(found(file, 1, 2, 3));
  const migration = 'supabase/migrations/planted.sql';
  expect(wideLines(migration, wide)).toEqual(found(migration, 1, 2));
});

test('the files of the repository are found, and the released migrations are left out', () => {
  expect(files).toEqual(expect.arrayContaining(['README.md', 'src/main.tsx', 'sync/SPEC.md', 'vite.config.ts']));
  expect(frozen.size).toBeGreaterThan(20);
  for (const migration of frozen) expect(files).not.toContain(migration);
});

test('no line has more than 120 columns', () => {
  expect(files.flatMap((file) => wideLines(file, read(file)))).toEqual([]);
});
