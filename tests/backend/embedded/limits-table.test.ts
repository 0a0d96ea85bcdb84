/** The limits stand in one file. docs/self-hosting.md shows them, and SQL holds those of a push. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { limits, limitsTable } from '../../../supabase/embedded/http/limits.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

test('the guide for self-hosting shows every limit with its number and its reason', () => {
  expect(read('docs/self-hosting.md')).toContain(limitsTable());
});

test('SQL holds the limits of a push', () => {
  const sql = read('supabase/migrations/20261122000500_push_limits.sql');
  expect(sql).toContain(`jsonb_array_length(p_mutations) > ${limits.pushMutations.most} `);
  expect(sql).toContain(`from jsonb_array_elements(p_mutations) m) > ${limits.pushOperations.most} `);
  expect(sql).toContain(`jsonb_array_length(p_mutation -> 'operations') > ${limits.mutationOperations.most}\n`);
});
