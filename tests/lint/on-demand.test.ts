/** Imports are planted, and the real linter judges them. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PlantedProject, plantedProject } from './planted-project.ts';

let project: PlantedProject;

beforeAll(async () => {
  project = await plantedProject(['.oxlintrc.json', 'tests/lint']);
});

afterAll(() => project.remove());

const Report = v.object({ diagnostics: v.array(v.object({ code: v.optional(v.string()), message: v.string() })) });

/** What the rule says about a file with this text. */
async function lint(file: string, text: string): Promise<string[]> {
  const output = await project.lint('oxlint/bin/oxlint', ['--format=json'], { [file]: text });
  return v
    .parse(v.pipe(v.string(), v.parseJson(), Report), output)
    .diagnostics.filter(({ code }) => code === 'carryover-demand(parts)')
    .map(({ message }) => message);
}

it.each([
  ['sync/planted.ts', "export const apply = async () => (await import('./restored.ts')).apply();"],
  ['src/store/commands/planted.ts', "export const undo = () => import('../undo/actions.ts');"],
  [
    'src/features/undo/planted.tsx',
    "const load = () => import('./dialog.tsx'); export const D = dialogOnDemand(load);",
  ],
  ['src/features/undo/planted.tsx', "export const D = onDemand(load, import('./dialog.tsx'));"],
  ['src/ui/planted.ts', "export const keep = () => import('./keep.ts');"],
])('code that is fetched later is refused in %s: %s', async (file, text) => {
  expect(await lint(file, text)).toEqual([expect.stringContaining('only a part of the screen is fetched later')]);
});

it.each([
  ['src/features/undo/planted.tsx', "export const D = dialogOnDemand(() => import('./dialog.tsx'));"],
  ['src/routes/planted.ts', "export const P = onDemand(async () => ({ default: (await import('./page.tsx')).Page }));"],
  ['src/main.tsx', "export const sync = () => import('#sync');"],
  ['src/features/undo/planted.test.tsx', "export const part = () => import('./part.ts');"],
  ['src/features/undo/planted.ts', "export type Part = typeof import('./part.ts');"],
])('a part of the screen, and what begins the app, is left alone in %s: %s', async (file, text) => {
  expect(await lint(file, text)).toEqual([]);
});
