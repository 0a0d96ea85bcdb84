/** What axe finds on a page: WCAG 2.2 AA as far as a machine can check it, and axe's best practices. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare global {
  interface Window {
    axe?: { run(context: Document, options: RunOptions): Promise<AxeResults> };
  }
}

/** The violations on the page at rest, one line for each element; empty when axe finds nothing. */
export async function violations(page: Page, only: 'colours' | 'everything' = 'everything'): Promise<string[]> {
  // axe reads frames of the app's own origin, if they have it, too.
  await Promise.all(page.frames().map(bringAxe));
  await atRest(page);
  return page.evaluate(findViolations, { only, tags: TAGS });
}

/** A page that has axe keeps it: its source takes more time to compile than most pages take to check. */
async function bringAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE);
}

/** Runs in the page. Only the violations leave it: the rest of the result has a line for each element and rule. */
async function findViolations({ only, tags }: { only: string; tags: string[] }): Promise<string[]> {
  if (!window.axe) throw new Error('the page has no axe');
  // axe does not know the top layer. It believes that controls of the page cover those of a modal dialog above them.
  const hasDialog = document.querySelector('dialog[open]') !== null;
  const { violations: found } = await window.axe.run(document, {
    runOnly: only === 'colours' ? ['color-contrast'] : tags,
    rules: hasDialog ? { 'target-size': { enabled: false } } : {},
    resultTypes: ['violations'],
  });
  return found.flatMap(({ id, nodes }) =>
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
