/** Takes the picture of one screen, once it shows its content and stands still. */
import type { BrowserContextOptions } from '@playwright/test';
import type { Viewer } from '../support/person.ts';
import type { Shot } from './screens.ts';

export const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} satisfies Record<string, BrowserContextOptions>;

/** `style`: CSS that the page gets before the picture. */
export async function take(viewer: Viewer, shot: Shot, file: string, style = ''): Promise<void> {
  const page = await viewer.open(shot.path.replace('{account}', viewer.accountId));
  await page.locator('main:not([role=status])').getByText(/\w{3}/).first().waitFor();
  await page.waitForLoadState('networkidle');
  if (style) await page.addStyleTag({ content: style });
  await shot.act?.(page);
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  await page.screenshot({ path: file });
  await page.close();
}
