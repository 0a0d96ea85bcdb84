/** B11: the memory that a tab needs while somebody imports a file, and shortly after. */

import { PlainPage } from './plain-browser.ts';
import { neededMemory } from './tab-memory.ts';

/** Megabytes that the tab needs at most; null where the system does not tell. */
export async function memoryOfImport(profile: string, address: string, path: string): Promise<number | null> {
  const page = await PlainPage.open(profile, address);
  try {
    await page.until(IS_UP_TO_DATE);
    return await neededMemory(
      profile,
      () => page.collectGarbage(),
      async () => {
        await page.click(button('/^Import$/'));
        await page.until(`document.querySelector('${FILES}') !== null`);
        await page.chooseFile(FILES, path);
        await page.click(button('/^Import \\d/'));
        await page.until(`[...document.querySelectorAll('dialog [role=status]')].some(
        ({ textContent }) => / are in (?!\\d)/.test(textContent))`);
        await page.until(IS_UP_TO_DATE);
        await page.click(`document.querySelector('dialog button[aria-label=Close]') ?? undefined`);
        // Rows still come back, and the list of imports is counted.
        await new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MS));
      },
    );
  } finally {
    await page.close();
  }
}

const AFTERWARDS_MS = 10_000;

const FILES = 'dialog input[type=file]';
const IS_UP_TO_DATE = `document.querySelector('button[aria-label^="Sync: Up to date"]') !== null`;

function button(name: string): string {
  return `[...document.querySelectorAll('button')].find(({ textContent }) => ${name}.test(textContent.trim()))`;
}
