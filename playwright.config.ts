import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './tests/support/chromium.ts';
import { temporaryFolder } from './tests/support/temporary-folder.ts';

// The auth library's cost of hashing a password. The usual 10 takes 80 ms of processor time for each sign-up.
process.env.LITE_AUTH_BCRYPT_COST = '4';

// The browsers' profiles of this run. Its workers inherit the name.
process.env.PROFILES_FOLDER ??= join(temporaryFolder(), `carryover-profiles-${process.pid}`);

/** Each browser test starts a backend with the built app on a free port, so tests share nothing. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/built-app.ts',
  globalTeardown: './tests/support/removed-profiles.ts',
  outputDir: 'test-results',
  // One more than a CI machine has cores, because each test waits for its browser and server now and then.
  workers: 3,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: chromiumOptions(),
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    // Shorter than the test's own limit, so that the failure names the step that never came.
    actionTimeout: 30_000,
    // A failure leaves its steps, the page's text and its last picture. A film of every test, which only the failures
    // keep, takes a fifth to a third of its processor time. `--trace on` records it for a single file.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
});
