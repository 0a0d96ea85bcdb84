/**
 * `npm run screenshots [part of a name…]` takes pictures of every screen of the built app, on a phone and a desktop,
 * light and dark. They go to `screenshots/`, which git ignores. They are for eyes; no test compares them.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { startTestBackend } from '../support/backend.ts';
import buildApp, { appDir } from '../support/built-app.ts';
import { chromiumOptions } from '../support/chromium.ts';
import { settleHousehold } from '../support/household.ts';
import { logIn, register, startHere, type Viewer, visit } from '../support/person.ts';
import { SHOTS, type Shot } from './screens.ts';
import { SIZES, take } from './take.ts';

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url));
const wanted = process.argv.slice(2);
const shots = SHOTS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));

async function takeAll(viewer: Viewer, who: Shot['who'], into: string): Promise<void> {
  for (const shot of shots.filter((one) => one.who === who)) await take(viewer, shot, `${into}/${shot.name}.png`);
  await viewer.context.close();
}

await buildApp();
const backend = await startTestBackend({ appDir });
const browser = await chromium.launch(chromiumOptions());
try {
  const settled = await register(backend, 'anna@example.org');
  const beginner = await register(backend, 'cleo@example.org');
  await settleHousehold(backend.sql, settled, await register(backend, 'ben@example.org'));
  for (const [size, device] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const options = { ...device, colorScheme };
      const into = `${folder}/${size}-${colorScheme}`;
      await mkdir(into, { recursive: true });
      await takeAll(await visit(browser, backend, options), 'visitor', into);
      await takeAll(await startHere(browser, backend, options), 'local', into);
      await takeAll(await logIn(browser, backend, beginner, options), 'beginner', into);
      await takeAll(await logIn(browser, backend, settled, options), 'settled', into);
      console.log(into);
    }
  }
} finally {
  await browser.close();
  await backend.stop();
}
