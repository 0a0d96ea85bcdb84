/** What axe finds on a page: WCAG 2.2 AA as far as a machine can check it, and axe's best practices. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The violations on the page at rest, one line for each element; empty when axe finds nothing. */
export async function violations(page: Page, only: 'colours' | 'everything' = 'everything'): Promise<string[]> {
  await atRest(page);
  // No frame of the app has another origin. So axe needs no second page for its result, which takes half of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // axe does not know the top layer. It believes that controls of the page cover those of a modal dialog above them.
  if ((await page.locator('dialog[open]').count()) > 0) axe.disableRules('target-size');
  const found = await (only === 'colours' ? axe.withRules('color-contrast') : axe.withTags(TAGS)).analyze();
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
  );
}

/** A dialog that fades in has other colours for a moment. Animations without an end (a spinner) do not count. */
async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
}
