/** Documents that name the tests behind their claims. After a test is renamed or removed, its claim shows nothing. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `path` is relative to the repository. */
export const rootPath = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const read = (path: string): string => readFileSync(rootPath(path), 'utf8');

/**
 * `[test name or its beginning, file]` for every `name` that follows a test file in a cell of the document's tables.
 */
export function citedTests(document: string): (readonly [name: string, file: string])[] {
  const parts = read(document).split(/((?:tests|src|supabase)\/[\w/.-]+\.(?:test|spec)\.tsx?)/);
  return parts.flatMap((file, index) => {
    if (index % 2 === 0) return [];
    const after = (parts[index + 1] ?? '').split('|')[0] ?? '';
    return [...after.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, file] as const);
  });
}

/** The text of a test file, to look for names in. */
export function sourceOf(file: string): string {
  return read(file).replaceAll("\\'", "'");
}
