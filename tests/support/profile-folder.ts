import { join } from 'node:path';
import { test } from '@playwright/test';

/**
 * The folder of a browser's profile. The same name is the same device within a test. The end of the run removes it.
 *
 * It is not named after the test's title, as Playwright's own folder is. Where no locale is set, Chromium stores
 * nothing under a name with a letter such as ’.
 */
export function profileFolder(name: string): string {
  return join(allProfiles(), test.info().testId, name);
}

/** The folder of the run's profiles. */
export function allProfiles(): string {
  const { PROFILES_FOLDER: folder } = process.env;
  if (folder === undefined) throw new Error('playwright.config.ts says where profiles are.');
  return folder;
}
