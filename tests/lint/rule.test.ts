/** `npm run rule S66a` finds each place where a rule lives. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { asText, hasRule, placesIn } from '../rule/rule-places.ts';
import { read, rootPath } from './cited-tests.ts';

const cites = (line: string, rule: string) => placesIn('src/planted.ts', line, rule).length === 1;

test.each([
  ['S66a', '(S66a)'],
  ['S66a', "it('[S66a, S66b] works', run);"],
  ['S66', '(S66b)'],
  ['S66b', 'S66 as a whole'],
  ['S66b', 'S66a–c'],
  ['S66b', 'S66a–S66c'],
  ['S38a', 'S36 to S42'],
  ['S38', 'S36–S42'],
  ['S42z', 'S36–S42'],
])('a line cites %s by “%s”', (rule, line) => {
  expect(cites(line, rule)).toBe(true);
});

test.each([
  ['S66a', '(S66b)'],
  ['S66', '(S6)'],
  ['S6', '(S66)'],
  ['S66d', 'S66a–c'],
  ['S43', 'S36 to S42'],
  ['S3', 'AWS S3-compatible'],
])('a line does not cite %s by “%s”', (rule, line) => {
  expect(cites(line, rule)).toBe(false);
});

test('a rule of SPEC.md is shown with all of its lines, under the number of its first one', () => {
  const spec = '### Rules\n- **S1** One\n  goes on.\n- **S2** Two\n  goes on (S3).\n- **S3** Three.\n';
  expect(placesIn('sync/SPEC.md', spec, 'S2').map(({ line, text }) => [line, text])).toEqual([
    [4, '- **S2** Two goes on (S3).'],
  ]);
  expect(placesIn('sync/SPEC.md', spec, 'S3').map(({ line }) => line)).toEqual([4, 6]);
});

test('places stand in groups, with the file, the line and its text', () => {
  const files = ['tests/sync/push.test.ts', 'sync/push.ts', 'supabase/schema/push.sql', 'sync/SPEC.md'];
  expect(asText(files.flatMap((file) => placesIn(file, '\n(S1)\n', 'S1')))).toBe(
    [
      'SPEC (1)\n  sync/SPEC.md:2: (S1)',
      'tests (1)\n  tests/sync/push.test.ts:2: (S1)',
      'device (1)\n  sync/push.ts:2: (S1)',
      'SQL of today (1)\n  supabase/schema/push.sql:2: (S1)',
    ].join('\n\n'),
  );
});

const run = (rule: string) => promisify(execFile)(process.execPath, [rootPath('tests/rule/run.ts'), rule]);

test('the command finds a rule in SPEC, SQL, model server, contract and tests', async () => {
  const { stdout } = await run('S66c');
  for (const group of ['SPEC', 'SQL of today', 'model server', 'oracle', 'contract of both servers', 'tests'])
    expect(stdout).toMatch(new RegExp(`^${group} \\(\\d+\\)$`, 'm'));
  expect(stdout).toContain('sync/SPEC.md:');
});

test('the command says that a rule is unknown, and fails', async () => {
  await expect(run('S999')).rejects.toMatchObject({ code: 1, stderr: 'sync/SPEC.md has no rule S999.\n' });
  await expect(run('')).rejects.toMatchObject({ code: 1, stderr: 'Usage: npm run rule S66a\n' });
  expect(['S66', 'S66a', 'S3'].map((rule) => hasRule(read('sync/SPEC.md'), rule))).toEqual([true, true, true]);
  expect(['S66z', '66a', 'S0', 's66a'].map((rule) => hasRule(read('sync/SPEC.md'), rule))).toEqual(
    Array(4).fill(false),
  );
});
