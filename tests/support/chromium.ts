/**
 * Finds the browser of every browser test. On Linux x64 it is the Chromium inside an npm package. So `npm ci` is all
 * that a clone needs, and everyone tests with the same browser. Other systems have no such package. They use an
 * installed Chromium or Chrome, or else the one that Playwright downloads.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type LaunchOptions } from '@playwright/test';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Options for `chromium.launch` and `launchPersistentContext`. Throws if there is no browser and none can be
 * downloaded.
 */
export function chromiumOptions(): LaunchOptions {
  if (process.platform === 'linux' && process.arch === 'x64') return bundled();
  const executablePath = process.env.CHROMIUM ?? installed.find((path) => existsSync(path)) ?? downloaded();
  return { executablePath, args };
}

function downloaded(): string {
  const executablePath = chromium.executablePath();
  if (!existsSync(executablePath)) {
    const playwright = fileURLToPath(new URL('cli.js', import.meta.resolve('playwright/package.json')));
    execFileSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'inherit' });
  }
  return executablePath;
}

/**
 * A device: a separate browser with its profile in this folder. Unlike Playwright's default contexts, it keeps
 * IndexedDB on disk.
 */
export function openProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    ...chromiumOptions(),
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
  });
}

function bundled(): LaunchOptions {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const folder = join(dirname(entry), '../unpacked');
  if (!existsSync(folder)) unpack(entry, folder);
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    executablePath: join(folder, 'chromium'),
    args,
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

/**
 * The package unpacks to the folder for temporary files. It takes a half-written file for a whole one, so our file
 * appears all at once.
 */
function unpack(entry: string, folder: string): void {
  const staging = mkdtempSync(`${folder}-`);
  const archives = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'].map((name) => join(dirname(entry), '../bin', name));
  const inflateAll = `
    import { inflate } from ${JSON.stringify(entry)};
    await Promise.all(${JSON.stringify(archives)}.map(inflate));
  `;
  execFileSync(process.execPath, ['--input-type=module', '--eval', inflateAll], {
    env: { ...process.env, TMPDIR: staging },
  });
  writeFileSync(join(staging, 'fonts.conf'), fontConfiguration(folder));
  try {
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

const fontConfiguration = (folder: string): string => `<?xml version="1.0"?>
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`;
