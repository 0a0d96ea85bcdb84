import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './tests/support/chromium.ts';

/** Browser tests start a backend of their own, with the built app, on a free port: nothing is shared between two of them. */
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/built-app.ts',
  outputDir: 'test-results',
  workers: 2,
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
    // Short of the test's own limit, so that a step that never comes is named.
    actionTimeout: 30_000,
    trace: 'retain-on-failure',
  },
});
