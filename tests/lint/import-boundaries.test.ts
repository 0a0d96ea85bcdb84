/** Imports are planted in every folder of the table, and in folders that it does not know, and the real linter judges them. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PlantedProject, plantedProject } from './planted-project.ts';

interface Planted {
  folder: string;
  file: string;
  forbidden: readonly string[];
  permitted: readonly string[];
}

const planted: readonly Planted[] = [
  {
    folder: 'domain',
    file: 'src/domain/planted.ts',
    forbidden: [
      'dexie',
      'react',
      '#store/database',
      '#sync',
      '../store/database.ts',
      'node:fs',
      '../../tests/planted.ts',
    ],
    permitted: ['valibot', 'date-fns', 'date-fns/format', 'papaparse', './money.ts'],
  },
  {
    folder: 'store',
    file: 'src/store/commands/planted.ts',
    forbidden: [
      'react',
      '@supabase/supabase-js',
      '#sync',
      '#ui/button',
      '../../domain/money.ts',
      '../../features/x.ts',
    ],
    permitted: ['dexie', 'valibot', '#domain/money', '../database.ts'],
  },
  {
    folder: 'sync',
    file: 'sync/planted.ts',
    forbidden: [
      '@supabase/supabase-js',
      'react',
      '#ui/button',
      '../src/store/ledger.ts',
      '../supabase/embedded/main.ts',
    ],
    permitted: ['dexie', 'valibot', '#domain/rows', '#store/ledger', './loop.ts'],
  },
  {
    folder: 'sync remote',
    file: 'sync/supabase-remote.ts',
    forbidden: ['react', '#ui/button'],
    permitted: ['@supabase/supabase-js', './remote.ts'],
  },
  {
    folder: 'texts',
    file: 'src/texts/en/planted.ts',
    forbidden: ['react', '#store/ledger', '#ui/button', '#sync', '../../features/x.tsx'],
    permitted: ['#domain/money', './other.ts'],
  },
  {
    folder: 'ui',
    file: 'src/ui/planted.tsx',
    forbidden: ['#domain/money', '#store/ledger', '#sync', 'dexie', '../features/x.tsx', '@tanstack/react-router'],
    permitted: ['react', '@chakra-ui/react', '@chakra-ui/charts', '#texts/dialogs', './button.tsx'],
  },
  {
    folder: 'features',
    file: 'src/features/accounts/planted.tsx',
    forbidden: [
      '#sync',
      '@supabase/supabase-js',
      'dexie',
      '../../routes/home.tsx',
      '../../store/ledger.ts',
      '../../main.tsx',
    ],
    permitted: [
      'react',
      'zustand',
      'dexie-react-hooks',
      '#domain/money',
      '#store/ledger',
      '#ui/button',
      '../auth/x.ts',
    ],
  },
  {
    folder: 'auth client',
    file: 'src/features/auth/auth-client.ts',
    forbidden: ['#sync', 'dexie'],
    permitted: ['@supabase/supabase-js'],
  },
  {
    folder: 'routes',
    file: 'src/routes/planted.tsx',
    forbidden: ['#store/ledger', '#sync', '#domain/money', 'dexie', '@chakra-ui/react'],
    permitted: ['@tanstack/react-router', '#ui/button', '../features/auth/page.tsx'],
  },
  {
    folder: 'service worker',
    file: 'src/service-worker.ts',
    forbidden: ['react', '#ui/button', './features/auth/page.tsx'],
    permitted: ['#sync', '#store/ledger', '#domain/money', 'workbox-precaching'],
  },
  {
    folder: 'search worker',
    file: 'src/search.worker.ts',
    forbidden: ['#sync', 'react', '#ui/button'],
    permitted: ['#domain/money', '#store/ledger'],
  },
  {
    folder: 'functions',
    file: 'supabase/functions/send-invitation/planted.ts',
    forbidden: ['../../../src/domain/money.ts', '#domain/money', 'react', '../../embedded/main.ts'],
    permitted: ['./handler.ts'],
  },
  {
    folder: 'embedded backend',
    file: 'supabase/embedded/planted.ts',
    forbidden: ['#domain/money', '#sync', '../../src/domain/money.ts', '../../sync/protocol.ts', 'react'],
    permitted: ['node:http', '@supabase/lite', 'ws', 'postgres', '../functions/send-invitation/handler.ts'],
  },
  {
    folder: 'main',
    file: 'src/main.tsx',
    forbidden: ['../tests/support/backend.ts', './domain/money.test.ts', './store/ledger.ts'],
    permitted: ['#sync', '#store/ledger', 'react-dom/client', './routes/router.tsx'],
  },
  {
    folder: 'a new folder below src',
    file: 'src/shared/planted.ts',
    forbidden: ['#domain/money', 'valibot', './other.ts'],
    permitted: [],
  },
  { folder: 'a new folder at the top', file: 'helpers/planted.ts', forbidden: ['react', 'node:fs'], permitted: [] },
  { folder: 'a loose file in src', file: 'src/planted.ts', forbidden: ['react', '#domain/money'], permitted: [] },
];

const forms = {
  import: (name: string) => `import '${name}';`,
  export: (name: string) => `export * from '${name}';`,
  'named export': (name: string) => `export { x } from '${name}';`,
  'type import': (name: string) => `import type { X } from '${name}'; export type Y = X;`,
  'inline type': (name: string) => `export type Z = import('${name}').Z;`,
  'import()': (name: string) => `await import('${name}');`,
};

const Report = v.object({
  diagnostics: v.array(
    v.object({
      code: v.optional(v.string()),
      message: v.string(),
      labels: v.array(v.object({ span: v.object({ line: v.number() }) })),
    }),
  ),
});

let project: PlantedProject;

beforeAll(async () => {
  project = await plantedProject(['.oxlintrc.json', 'tests/lint']);
});

afterAll(() => project.remove());

/** What the boundary rule says about one file with these lines, and on which of them (from 0). */
async function lint(file: string, lines: readonly string[]): Promise<{ message: string; line: number }[]> {
  const output = await project.lint('oxlint/bin/oxlint', ['--format=json'], { [file]: lines.join('\n') });
  return v
    .parse(v.pipe(v.string(), v.parseJson(), Report), output)
    .diagnostics.filter(({ code }) => code === 'carryover(boundaries)')
    .flatMap(({ message, labels }) => labels.map(({ span }) => ({ message, line: span.line - 1 })));
}

it.each(planted)('holds $folder to what the table names', async ({ file, forbidden, permitted }) => {
  const names = [...forbidden, ...permitted];
  const found = await lint(file, names.map(forms.import));
  const refused = new Set(found.map(({ line }) => names[line]));
  expect([...refused].sort()).toEqual([...forbidden].sort());
});

it.each(Object.entries(forms))('sees a forbidden import in the form of an %s', async (_form, write) => {
  const found = await lint('src/domain/planted.ts', [write('dexie')]);
  expect(found).toEqual([{ message: 'domain may not import dexie', line: 0 }]);
});

it('refuses an import whose target is computed', async () => {
  const found = await lint('src/store/planted.ts', ["const name = 'rea' + 'ct';", 'await import(name);']);
  expect(found.map(({ line }) => line)).toEqual([1]);
});

it('refuses a file in a folder that no zone names, even without an import', async () => {
  expect(await lint('src/shared/planted.ts', ['export const x = 1;'])).toHaveLength(1);
});
