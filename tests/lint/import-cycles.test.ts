/** Plants cycles of imports; the real linter refuses them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PlantedProject, plantedProject } from './planted-project.ts';

let project: PlantedProject;

beforeAll(async () => {
  project = await plantedProject(['.oxlintrc.json', 'package.json', 'tests/lint']);
});

afterAll(() => project.remove());

const lint = (files: Record<string, string>) => project.lint('oxlint/bin/oxlint', ['--format=json'], files);

it('refuses a cycle of type imports', async () => {
  const output = await lint({
    'src/store/one.ts': "import type { Two } from './two.ts'; export interface One { two: Two }",
    'src/store/two.ts': "import type { One } from './one.ts'; export interface Two { one: One }",
  });
  expect(output.match(/import\(no-cycle\)/g)).toHaveLength(2);
});

it('refuses a cycle through a name of package.json', async () => {
  const output = await lint({
    'src/store/one.ts': "export { two } from '../../sync/two.ts';",
    'sync/two.ts': "export { two as again } from '#store/one'; export const two = 2;",
  });
  expect(output).toContain('no-cycle');
});

it('does not take two imports of one file for a cycle', async () => {
  const output = await lint({
    'src/store/one.ts': "import type { Two } from './two.ts'; export interface One { two: Two }",
    'src/store/two.ts': 'export type Two = 2;',
  });
  expect(output).not.toContain('no-cycle');
});
