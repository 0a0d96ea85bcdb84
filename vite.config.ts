import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { groups } from './chunks.config.ts';
import { cssIcons } from './css-icons.config.ts';
import { manifest } from './manifest.config.ts';
import { LongestFirst } from './test-order.config.ts';

/** The backend of `npm run dev`, which `npm start` runs. */
const backend = process.env.BACKEND_URL ?? 'http://127.0.0.1:4321';

// Test files run in processes of their own, which compile the same packages. With this folder, only the first ones do.
// Node reads it when a process starts, so `env` of a project would come too late.
if (process.env.VITEST)
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), `carryover-compiled-${process.getuid?.() ?? 0}`);

/** PostgreSQL 15's package is installed on this platform only. */
const hasPostgres15 = process.platform === 'linux' && process.arch === 'x64';
const postgres15 = {
  extends: true as const,
  test: {
    name: 'postgres15',
    isolate: false,
    include: [
      'tests/backend/sql/*.test.ts',
      'tests/backend/{rls/matrix,values/known,security/budget-admins,crowded/large-account}.test.ts',
    ],
    // What they test is not up to the release: restored files, and the time that a large deletion takes.
    exclude: ['tests/backend/sql/{restored,user-deletion}.test.ts'],
    env: { POSTGRES_RELEASE: '15' },
  },
};

/** Runs the tests of the table API and of `sync_*` again, among 250,000 transactions of strangers. */
const crowded = {
  extends: true as const,
  test: {
    name: 'crowded',
    isolate: false,
    include: ['tests/backend/{sql/table-api,sql/push,sql/pull,sql/pull-afresh,crowded/*}.test.ts'],
    globalSetup: './tests/support/crowded-template.ts',
    env: { CROWDED_TEMPLATE: join(tmpdir(), `carryover-crowd-${process.pid}`) },
  },
};

/** Unit tests of what neither draws nor stores. With a worker for each file they took half as long again. */
const pure = ['src/{domain,copy}/**/*.test.ts', 'src/import/{*,!(worker)/**/*}.test.ts', 'supabase/**/*.test.ts'];

/** Dexie for current browsers. Its main file is ES5 for Internet Explorer, which weighs more. */
const modernDexie: Plugin = {
  name: 'modern-dexie',
  apply: 'build',
  enforce: 'pre',
  resolveId(source) {
    if (source !== 'dexie') return null;
    return fileURLToPath(new URL('node_modules/dexie/dist/modern/dexie.mjs', import.meta.url));
  },
};

export default defineConfig({
  plugins: [
    react(),
    cssIcons,
    modernDexie,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,svg,woff2}'],
      },
      manifest,
    }),
  ],
  worker: { format: 'es' },
  build: {
    modulePreload: {
      polyfill: false,
      // A part on demand would name each file to load beside it: 2 kB on the first page. Only styles need it.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      // A text goes to the chunk that shows it. Otherwise its whole file would go to the shared chunk.
      optimization: { inlineConst: { mode: 'all' } },
      // If all texts of a file are inlined, the file itself is not needed.
      treeshake: { moduleSideEffects: [{ test: /\/src\/texts\//, sideEffects: false }] },
      output: {
        codeSplitting: { groups },
      },
    },
  },
  server: {
    proxy: {
      '/config.json': backend,
      '/rest/v1': backend,
      '/auth/v1': backend,
      '/functions/v1': backend,
      '/realtime/v1': { target: backend, ws: true },
    },
  },
  test: {
    allowOnly: false,
    // Twice as many as a CI machine has cores, because tests of the backend wait half of their time.
    maxWorkers: 4,
    // A busy machine may take seconds for what usually takes milliseconds. Only a failure waits this long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ['tests/support/patience.ts'],
    sequence: { sequencer: LongestFirst },
    // The auth library's cost of hashing a password. The usual 10 takes 80 ms of processor time for each sign-up.
    env: { LITE_AUTH_BCRYPT_COST: '4' },
    // Where `isolate` is false, a worker keeps the modules that it has loaded for its next file. Loading them took half
    // of the time of a small file. A file puts back what it changes outside of itself.
    projects: [
      {
        extends: true,
        // The environment is Node by default. A file that needs a document or IndexedDB says so itself
        // (`@vitest-environment jsdom`, `fake-indexeddb/auto`).
        test: { name: 'unit', isolate: false, include: pure },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: pure,
          setupFiles: ['tests/support/cheap-queries.ts', 'tests/support/no-styles.ts'],
          // One file for each. Otherwise each test file of a screen takes seconds to load their many modules.
          deps: { optimizer: { client: { enabled: true, include: ['@chakra-ui/react', 'lucide-react'] } } },
        },
      },
      {
        extends: true,
        test: {
          name: 'sync',
          include: ['sync/**/*.test.ts', 'tests/sync/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'backend',
          isolate: false,
          include: ['tests/backend/**/*.test.ts'],
          exclude: ['tests/backend/crowded/*.test.ts'],
          // Dexie looks for IndexedDB once, when a worker loads it. Found missing, no live query ever answers.
          setupFiles: ['fake-indexeddb/auto'],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: './tests/contract/backend.ts',
        },
      },
      // Runs the tests of the database's rules again, on the oldest release that a hosted project may run.
      ...(hasPostgres15 ? [postgres15] : []),
      crowded,
      { extends: true, test: { name: 'lint', isolate: false, include: ['tests/lint/**/*.test.ts'] } },
    ],
  },
});
