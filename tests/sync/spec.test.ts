import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

function testsUnder(folder: string): string {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const tests = names.filter((name) => name.endsWith('.test.ts') || name.endsWith('-contract.ts'));
  return tests.map((name) => readFileSync(join(root, folder, name), 'utf8')).join('\n');
}

it('every rule of SPEC.md is quoted by at least one test, and no test quotes a rule that is not there', () => {
  const spec = readFileSync(join(root, 'sync/SPEC.md'), 'utf8');
  const rules = [...spec.matchAll(/^- \*\*(S\d+)\*\*/gm)].map(([, rule]) => rule);
  const tests = ['tests/sync', 'src/store', 'sync'].map(testsUnder).join('\n');
  const quoted = new Set(tests.match(/\bS\d+\b/g));
  expect(rules.length).toBeGreaterThan(20);
  expect([...quoted].sort()).toEqual([...rules].sort());
});
