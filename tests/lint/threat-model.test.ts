/** docs/threat-model.md names a test for each threat: one that was renamed or removed leaves a claim that nothing shows. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

/** Every test file that the document names, with the test names that follow it. */
function claims(): { file: string; names: string[] }[] {
  const parts = read('docs/threat-model.md').split(/((?:tests|src)\/[\w/.-]+\.(?:test|spec)\.tsx?)/);
  return parts.flatMap((file, index) => {
    if (index % 2 === 0) return [];
    const after = (parts[index + 1] ?? '').split('|')[0] ?? '';
    return [{ file, names: [...after.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name) }];
  });
}

test('names tests at all', () => {
  expect(claims().flatMap(({ names }) => names).length).toBeGreaterThan(50);
});

test.each(claims().flatMap(({ file, names }) => names.map((name) => [name, file] as const)))(
  '“%s” is in %s',
  (name, file) => {
    expect(read(file).replaceAll("\\'", "'")).toContain(name);
  },
);
