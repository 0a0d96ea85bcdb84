/** Finds the files of the repository without git, so that an exported copy is checked as well. */
import { readdirSync } from 'node:fs';
import { rootPath } from './cited-tests.ts';

/** Folders that tools make, or that are not part of the repository. */
const left = new Set(['node_modules', '.git', 'dist', '.data', 'coverage', 'test-results', 'playwright-report']);

/** Paths of files whose name matches, relative to the repository. */
export function repositoryFiles(pattern: RegExp, folder = ''): string[] {
  return readdirSync(rootPath(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return left.has(entry.name) ? [] : repositoryFiles(pattern, path);
    return entry.isFile() && pattern.test(entry.name) ? [path] : [];
  });
}
