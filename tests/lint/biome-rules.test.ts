/**
 * Biome's rules that the project relies on. Each must refuse a planted violation in a copy of the project's
 * configuration.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PlantedProject, plantedProject } from './planted-project.ts';

const planted: readonly { rule: string; files: Record<string, string> }[] = [
  {
    rule: 'lint/nursery/noFloatingPromises',
    files: { 'src/store/planted.ts': 'async function save() {}\nexport function go() {\n  save();\n}\n' },
  },
  {
    rule: 'lint/suspicious/noImportCycles',
    files: {
      'src/domain/one.ts': "import { two } from './two.ts';\n\nexport const one = () => two;\n",
      'src/domain/two.ts': "import { one } from './one.ts';\n\nexport const two = () => one;\n",
    },
  },
  {
    rule: 'lint/nursery/noUnsafeTypeAssertion',
    files: { 'src/domain/planted.ts': 'export const x = (y: unknown) => y as number;\n' },
  },
  {
    rule: 'lint/correctness/useHookAtTopLevel',
    files: {
      'src/ui/planted.ts':
        "import { useId } from 'react';\n\nexport function useOne(x: boolean) {\n  return x ? useId() : null;\n}\n",
    },
  },
  { rule: 'lint/style/useFilenamingConvention', files: { 'src/domain/plantedHere.ts': 'export const x = 1;\n' } },
  { rule: 'lint/style/noExcessiveLinesPerFile', files: { 'src/domain/planted.ts': "import './a.ts';\n".repeat(341) } },
  {
    rule: 'lint/style/noRestrictedImports',
    files: { 'src/domain/planted.test.ts': "import fc from 'fast-check';\n\nfc.assert(fc.property());\n" },
  },
  { rule: 'lint/suspicious/noExplicitAny', files: { 'src/domain/planted.ts': 'export const x = (y: any) => y;\n' } },
  {
    rule: 'lint/suspicious/noSkippedTests',
    files: { 'src/domain/planted.test.ts': "import { it } from 'vitest';\n\nit.skip('x', () => {});\n" },
  },
];

const Report = v.object({ diagnostics: v.array(v.object({ category: v.string(), severity: v.string() })) });

let project: PlantedProject;

beforeAll(async () => {
  project = await plantedProject(['biome.json', '.gitignore']);
});

afterAll(() => project.remove());

it.each(planted)('refuses what breaks $rule', async ({ rule, files }) => {
  const output = await project.lint('@biomejs/biome/bin/biome', ['check', '--reporter=json'], files);
  const { diagnostics } = v.parse(v.pipe(v.string(), v.parseJson(), Report), output);
  const broken = diagnostics.filter(({ severity }) => severity === 'error').map(({ category }) => category);
  expect([...new Set(broken)]).toEqual([rule]);
});
