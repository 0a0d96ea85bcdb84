import { join } from 'node:path';
import { test } from '@playwright/test';

/**
 * The folder of a browser's profile. The same name is the same device within a test. Unlike Playwright's own folder of
 * a test it is not named after the title: where no locale is set, Chromium stores nothing under a name with a letter
 * such as ’.
 */
export function profileFolder(name: string): string {
  const { project, testId } = test.info();
  return join(project.outputDir, 'profiles', testId, name);
}
