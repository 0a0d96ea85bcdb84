/** Plants imports in every folder of the table, and in folders that it does not know. The real linter judges them. */
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
      '#store/database/database',
      '#sync',
      '../store/database/database.ts',
      'node:fs',
      '../../tests/planted.ts',
    ],
    permitted: ['valibot', 'date-fns', 'date-fns/format', './money.ts'],
  },
  {
    folder: 'import',
    file: 'src/import/planted.ts',
    forbidden: ['dexie', 'react', '#store/database/database', '#texts/dialogs', '#sync', '../domain/money.ts'],
    permitted: ['papaparse', 'saxes', 'fflate', '#domain/money/money', './csv/table.ts'],
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
    permitted: ['dexie', 'valibot', '#domain/money/money', '../database/database.ts'],
  },
  {
    folder: 'sync',
    file: 'sync/planted.ts',
    forbidden: [
      '@supabase/supabase-js',
      'react',
      '#ui/button',
      '../src/store/ledger/ledger.ts',
      '../supabase/embedded/main.ts',
    ],
    permitted: ['dexie', 'valibot', '#domain/rows', '#store/ledger/ledger', './loop.ts'],
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
    forbidden: ['react', '#store/ledger/ledger', '#ui/button', '#sync', '../../features/x.tsx'],
    permitted: ['#domain/money/money', './other.ts'],
  },
  {
    folder: 'ui',
    file: 'src/ui/planted.tsx',
    forbidden: [
      '#domain/money/money',
      '#store/ledger/ledger',
      '#sync',
      'dexie',
      '../features/x.tsx',
      '@tanstack/react-router',
    ],
    permitted: ['react', '@chakra-ui/react', '@chakra-ui/charts', '#texts/dialogs', './button.tsx'],
  },
  {
    folder: 'pages',
    file: 'src/pages/planted.tsx',
    forbidden: ['#sync', '#store/ledger/ledger', 'dexie', '@supabase/supabase-js', '../routes/home.tsx'],
    permitted: ['react', '#domain/money/money', '#ui/button', '../features/accounts/x.ts', '../session/session.ts'],
  },
  {
    folder: 'features',
    file: 'src/features/accounts/planted.tsx',
    forbidden: [
      '#sync',
      '#store/ledger/ledger',
      '#store/outbox/outbox',
      '#store/optimistic/mutations',
      '#store/resolve/lost',
      '#store/session/session-storage',
      '#store/database/rows.fixture',
      './x.fixture.ts',
      '@supabase/supabase-js',
      'dexie',
      'workbox-window',
      '../../routes/home.tsx',
      '../../pages/dashboard/x.tsx',
      '../transactions/x.ts',
      '../auth/auth-client.ts',
      '../../store/ledger/ledger.ts',
      '../../main.tsx',
    ],
    permitted: [
      'react',
      'zustand',
      'dexie-react-hooks',
      '#domain/money/money',
      '#store/commands/commit/commit',
      '#store/queries/accounts/access',
      '#store/search/client',
      '#store/demo/demo',
      '#store/database/records',
      '#ui/button',
      '../dates/x.ts',
      '../../session/session.ts',
    ],
  },
  {
    folder: 'session',
    file: 'src/session/planted.ts',
    forbidden: [
      '#sync',
      '#store/ledger/ledger',
      '@supabase/supabase-js',
      'dexie',
      'workbox-window',
      '../features/auth/x.ts',
      '../routes/home.tsx',
    ],
    permitted: [
      'react',
      'zustand',
      'dexie-react-hooks',
      '#domain/money/money',
      '#ui/button',
      './updates/opens-offline.ts',
    ],
  },
  {
    folder: 'auth client',
    file: 'src/features/auth/auth-client.ts',
    forbidden: ['#sync', 'dexie', '#store/outbox/outbox'],
    permitted: ['@supabase/supabase-js', '#store/session/session-storage'],
  },
  {
    folder: 'service worker registration',
    file: 'src/session/updates/service-worker-updates.ts',
    forbidden: ['workbox-precaching', 'react', '#sync', '#store/ledger/ledger', '#ui/button'],
    permitted: ['workbox-window', './take-over.ts'],
  },
  {
    folder: 'routes',
    file: 'src/routes/planted.tsx',
    forbidden: [
      '#store/ledger/ledger',
      '#sync',
      '#domain/money/money',
      'dexie',
      '@chakra-ui/react',
      '../features/auth/page.tsx',
      '../session/session.ts',
    ],
    permitted: ['@tanstack/react-router', '#ui/button', '../pages/auth-page/page.tsx'],
  },
  {
    folder: 'service worker',
    file: 'src/service-worker.ts',
    forbidden: ['react', '#ui/button', './features/auth/page.tsx'],
    permitted: ['#sync', '#store/ledger/ledger', '#domain/money/money', 'workbox-precaching'],
  },
  {
    folder: 'search worker',
    file: 'src/search.worker.ts',
    forbidden: ['#sync', 'react', '#ui/button'],
    permitted: ['#domain/money/money', '#store/ledger/ledger'],
  },
  {
    folder: 'functions',
    file: 'supabase/functions/send-invitation/planted.ts',
    forbidden: ['../../../src/domain/money/money.ts', '#domain/money/money', 'react', '../../embedded/main.ts'],
    permitted: ['./handler.ts'],
  },
  {
    folder: 'embedded backend',
    file: 'supabase/embedded/planted.ts',
    forbidden: ['#domain/money/money', '#sync', '../../src/domain/money/money.ts', '../../sync/protocol.ts', 'react'],
    permitted: ['node:http', '@supabase/lite', 'ws', 'postgres', '../functions/send-invitation/handler.ts'],
  },
  {
    folder: 'main',
    file: 'src/main.tsx',
    forbidden: ['../tests/support/backend.ts', './domain/money.test.ts', './store/ledger/ledger.ts'],
    permitted: ['#sync', '#store/ledger/ledger', 'react-dom/client', './routes/router.tsx'],
  },
  {
    folder: 'a new folder below src',
    file: 'src/shared/planted.ts',
    forbidden: ['#domain/money/money', 'valibot', './other.ts'],
    permitted: [],
  },
  { folder: 'a new folder at the top', file: 'helpers/planted.ts', forbidden: ['react', 'node:fs'], permitted: [] },
  { folder: 'a loose file in src', file: 'src/planted.ts', forbidden: ['react', '#domain/money/money'], permitted: [] },
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

/** What the boundary rule says about one file with these lines, and about which lines (from 0). */
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

it.each([
  ["import { readSyncState, writeSyncState } from '#store/database/sync-state';", 'writeSyncState'],
  ["import { writeBudgetRoles as write } from '#store/database/budget-roles';", 'writeBudgetRoles'],
  ["import * as device from '#store/session/device';", '*'],
  ["export { askForPersistence } from '#store/database/persistence';", 'askForPersistence'],
  ["export type Page = import('#store/database/records').Page;", 'Page'],
  ["await import('#store/session/revocations');", '*'],
])('features take only the named parts of an inside of the store: %s', async (text, name) => {
  const found = await lint('src/features/accounts/planted.tsx', [text]);
  expect(found.map(({ message }) => message)).toEqual([expect.stringContaining(`may not import ${name} of #store/`)]);
});
