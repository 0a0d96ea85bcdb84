/** Chromium over its DevTools protocol, and Firefox over WebDriver BiDi: one library drives both. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type LaunchOptions, launch, type Page } from 'puppeteer-core';
import { chromiumOptions } from '../../support/chromium.ts';
import { type BrowserWindow, CHOOSER, type Engine, SURROUNDINGS } from './engine.ts';

export function chromium(version: string): Engine {
  return {
    name: 'chromium',
    version,
    async open(folder) {
      const { executablePath, args = [], env } = chromiumOptions();
      const browser = await start(folder, {
        ...(executablePath === undefined ? {} : { executablePath }),
        args: [...args, '--lang=en-US'],
        headless: 'shell',
        env: { ...env, ...SURROUNDINGS },
        downloadBehavior: { policy: 'allow', downloadPath: join(folder, 'downloads') },
      });
      return windowOf(browser);
    },
  };
}

export function firefox(executablePath: string, version: string): Engine {
  return {
    name: 'firefox',
    version,
    async open(folder) {
      const browser = await start(folder, {
        browser: 'firefox',
        executablePath,
        headless: true,
        // As root it refuses the home of another user, which is what a CI's container has.
        env: { ...process.env, ...SURROUNDINGS, HOME: folder },
        extraPrefsFirefox: {
          'intl.accept_languages': 'en-US',
          'intl.locale.requested': 'en-US',
          'browser.download.folderList': 2,
          'browser.download.dir': join(folder, 'downloads'),
          'browser.download.useDownloadDir': true,
          'browser.download.always_ask_before_handling_new_types': false,
        },
      });
      return windowOf(browser);
    },
  };
}

async function start(folder: string, options: LaunchOptions): Promise<Browser> {
  await mkdir(join(folder, 'downloads'), { recursive: true });
  const limits = { timeout: 120_000, protocolTimeout: 120_000 };
  return launch({ userDataDir: join(folder, 'profile'), ...limits, defaultViewport: null, ...options });
}

async function windowOf(browser: Browser): Promise<BrowserWindow> {
  const page: Page = (await browser.pages())[0] ?? (await browser.newPage());
  page.setDefaultNavigationTimeout(120_000);
  // Whoever leaves an import is asked by the browser.
  page.on('dialog', (question) => void question.accept());
  return {
    async goto(url) {
      await page.goto(url, { waitUntil: 'load' });
    },
    async reload() {
      await page.reload({ waitUntil: 'load' });
    },
    address: async () => page.url(),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async withControl(letter) {
      await page.keyboard.down('Control');
      await page.keyboard.press(letter);
      await page.keyboard.up('Control');
    },
    async attach(files) {
      const chooser = await page.$(CHOOSER);
      if (!chooser) throw new Error('no file input is marked');
      await chooser.uploadFile(...files);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
}
