/**
 * `node tests/bench/peers/lighthouse.ts` runs Lighthouse on the built app, which the real backend serves. It prints the
 * median of five runs of the sign-in screen and of a visitor's first screen, on a desktop and on a phone. Scores are of
 * 100.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { startTestBackend } from '../../support/backend.ts';
import buildApp, { appDir } from '../../support/built-app.ts';
import { chromiumOptions } from '../../support/chromium.ts';

const RUNS = 5;
const PATHS = ['/', '/auth'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const FORMS = { mobile: undefined, desktop: desktopConfig };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/** One run in a new browser; maps a category to its score. */
async function run(url: string, config: typeof desktopConfig | undefined): Promise<Map<string, number>> {
  const port = await freePort();
  const profile = await mkdtemp(join(tmpdir(), 'carryover-lighthouse-'));
  const options = chromiumOptions();
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: 'error' }, config);
    if (!result) throw new Error(`Lighthouse said nothing about ${url}`);
    const { categories, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`${runtimeError.code}: ${runtimeError.message}`);
    return new Map(CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]));
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

await buildApp();
const backend = await startTestBackend({ appDir });
try {
  console.log(`| page | ${CATEGORIES.join(' | ')} |\n|---|${CATEGORIES.map(() => '---:|').join('')}`);
  for (const path of PATHS) {
    for (const [form, config] of Object.entries(FORMS)) {
      const runs: Map<string, number>[] = [];
      for (let n = 0; n < RUNS; n++) runs.push(await run(`${backend.url}${path}`, config));
      const medians = CATEGORIES.map((name) => runs.map((one) => one.get(name) ?? 0).sort((a, b) => a - b)[RUNS >> 1]);
      console.log(`| ${path} ${form} | ${medians.join(' | ')} |`);
    }
  }
} finally {
  await backend.stop();
}
