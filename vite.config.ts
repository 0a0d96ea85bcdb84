import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { manifest } from './manifest.config.ts';

/** Where `npm run dev` finds a backend that `npm start` runs. */
const backend = process.env.BACKEND_URL ?? 'http://127.0.0.1:4321';

/** Its package is installed there only. */
const hasPostgres15 = process.platform === 'linux' && process.arch === 'x64';
const postgres15 = {
  extends: true as const,
  test: {
    name: 'postgres15',
    include: ['tests/backend/{sql-*,rls-matrix}.test.ts'],
    env: { POSTGRES_RELEASE: '15' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
};

/** Of the auth client: what the app never calls, which every first page would load (tests/e2e/javascript-budget). */
const unusedAuthParts: Plugin = {
  name: 'unused-auth-parts',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    const isUnused = /^\.\/lib\/(webauthn|web3\/ethereum)$/.test(source);
    if (!isUnused || !importer?.includes('/@supabase/auth-js/')) return null;
    return fileURLToPath(new URL('src/features/auth/unused-auth-parts.ts', import.meta.url));
  },
};

/**
 * A service worker is a classic script, in which `import.meta` is a syntax error. Vite wraps every `import()` in a helper that
 * names it; in this one file nothing is left to be fetched, so the helper is never asked where files are.
 */
const classicWorker: Plugin = {
  name: 'classic-worker',
  renderChunk: (code) => ({ code: code.replaceAll('import.meta', '({})'), map: null }),
};

export default defineConfig({
  plugins: [
    react(),
    unusedAuthParts,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,svg,woff2}'],
        buildPlugins: { vite: [classicWorker] },
      },
      manifest,
    }),
  ],
  worker: { format: 'es' },
  build: {
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A text goes to the chunk that shows it, not with its whole file to the chunk that all share.
      optimization: { inlineConst: { mode: 'all' } },
      // Whose texts are all written in needs no file of texts.
      treeshake: { moduleSideEffects: [{ test: /\/src\/texts\//, sideEffects: false }] },
      output: {
        // React and the router have files of their own, which stay in the browser's cache when only the app has changed. What the first
        // paint needs is one file, and what most screens share is another: sixty small files weigh 10 kB more than two, packed.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'start', tags: ['$initial'] },
            { name: 'router', test: /node_modules\/@tanstack\/(?!.*virtual)/ },
            { name: 'shared', test: /\/src\/(domain|features|store|ui)\/|\/lucide-react\//, minShareCount: 5 },
          ],
        },
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
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        // Node by default; a file that needs a document or IndexedDB says so itself (`@vitest-environment jsdom`, `fake-indexeddb/auto`).
        test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'supabase/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'sync',
          include: ['sync/**/*.test.ts', 'tests/sync/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'backend',
          include: ['tests/backend/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: './tests/contract/backend.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // The rules of the database once more, on the oldest release that a hosted project may run.
      ...(hasPostgres15 ? [postgres15] : []),
      { extends: true, test: { name: 'lint', include: ['tests/lint/**/*.test.ts'], testTimeout: 30_000 } },
    ],
  },
});
