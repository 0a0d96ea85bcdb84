/**
 * `npm run test:browsers`: the built app in every engine of this machine. `npm test` runs without it, because it needs
 * npm alone. Playwright runs these tests, but drives none of their browsers: they are the ones that people have.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { BROUGHT_BY, findEngines } from './engines/found.ts';

// The auth library's cost of hashing a password. The usual 10 takes 80 ms of processor time for each sign-up.
process.env.LITE_AUTH_BCRYPT_COST = '4';

// Only the process that starts the run has no such number.
if (process.env.TEST_WORKER_INDEX === undefined) {
  const { engines, missing } = findEngines();
  console.log(`browsers: ${engines.map(({ name, version }) => `${name} ${version}`).join(', ') || 'none'}`);
  for (const name of missing) console.log(`not tried: ${name} (${BROUGHT_BY[name]})`);
}

const root = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  globalSetup: join(root, 'tests/support/built-app.ts'),
  outputDir: join(root, 'test-results/browsers'),
  // As many as a CI machine has cores.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // It only ends a test that hangs.
  timeout: 900_000,
  reporter: 'list',
});
