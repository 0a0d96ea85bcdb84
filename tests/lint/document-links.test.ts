/** A link in a document leads to an existing file. */
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { read, rootPath } from './cited-tests.ts';
import { repositoryFiles } from './repository-files.ts';

/** Relative links of a document that lead nowhere. */
function deadLinks(file: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.split('#')[0] ?? '');
  const local = targets.filter((target) => target !== '' && !/^[a-z]+:/.test(target));
  return local.filter((target) => !existsSync(rootPath(posix.join(posix.dirname(file), target))));
}

test('a planted link to nothing is refused, and one to a file is not', () => {
  expect(deadLinks('docs/planted.md', '[a](none.md) [b](../README.md#map) [c](https://example.org)')).toEqual([
    'none.md',
  ]);
});

test('no document has a link that leads nowhere', () => {
  const dead = repositoryFiles(/\.md$/).flatMap((file) => deadLinks(file, read(file)).map((to) => `${file}: ${to}`));
  expect(dead).toEqual([]);
});
