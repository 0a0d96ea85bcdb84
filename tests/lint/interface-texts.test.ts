/** Plants texts in a component and lets the real linter judge them. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PlantedProject, plantedProject } from './planted-project.ts';

const Report = v.object({ diagnostics: v.array(v.object({ code: v.optional(v.string()) })) });

let project: PlantedProject;

beforeAll(async () => {
  project = await plantedProject(['.oxlintrc.json', 'tests/lint']);
});

afterAll(() => project.remove());

async function refusals(line: string, file = 'src/features/accounts/planted.tsx'): Promise<number> {
  const output = await project.lint('oxlint/bin/oxlint', ['--format=json'], { [file]: `export const x = ${line};\n` });
  const { diagnostics } = v.parse(v.pipe(v.string(), v.parseJson(), Report), output);
  return diagnostics.filter(({ code }) => code === 'carryover-texts(texts)').length;
}

it.each([
  '<p>Add account</p>',
  '<p>{y ? "saved" : <b />}</p>',
  '<Field label="Amount" />',
  '<Field label={y ? "Amount" : null} />',
  '<button aria-label="close" />',
  'showToast({ title: "Account created" })',
  'showToast({ title: y ? "Copied" : z })',
  'y ?? "Amount must be greater than 0"',
  `\`Delete account “\${y}”\``,
])('refuses the text of %s', async (line) => {
  expect(await refusals(line)).toBe(1);
});

it.each([
  '<p>{texts.ADD}: {amount}</p>',
  '<Grid gridTemplateColumns="1fr auto" role="status" />',
  `<time dateTime={\`\${y}-01\`}>—</time>`,
  'event.key === "Escape"',
  '{ "title": y, value: "income" }',
  'new RangeError("No such month")',
])('lets %s be', async (line) => {
  expect(await refusals(line)).toBe(0);
});

it('reads screens only: a test says what it expects in its own words', async () => {
  expect(await refusals('"Account created"', 'src/domain/planted.ts')).toBe(0);
  expect(await refusals('"Account created"', 'src/features/accounts/planted.test.tsx')).toBe(0);
  for (const layer of ['ui', 'session', 'features', 'pages', 'routes'])
    expect(await refusals('"Account created"', `src/${layer}/planted.tsx`)).toBe(1);
});
