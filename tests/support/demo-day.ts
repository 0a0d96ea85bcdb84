/**
 * The sample data ends on the day on which somebody opens it. Tests that count its rows open it on the same day: on the
 * first of a month, all but two rows are on a statement, and the month's rent is to come.
 */
import type { Page } from '@playwright/test';

export async function onDemoDay({ page }: { page: Page }): Promise<void> {
  await page.clock.setSystemTime('2026-03-20T12:00:00');
}
