/**
 * WebKitGTK: the engine of Safari in a small browser of its own, over WebDriver. It shows windows only, so it gets a
 * display that nobody sees. Driven so, it keeps nothing on disk: closing the window is the end of the device.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Builder, By, Capabilities, Key as DriverKey, Origin, type WebDriver } from 'selenium-webdriver';
import * as v from 'valibot';
import { type BrowserWindow, CHOOSER, type Engine, type Key, SURROUNDINGS } from './engine.ts';

export interface WebKitPrograms {
  driver: string;
  browser: string;
  display: string;
}

/** The buttons beside its address field keep the window wider than a phone. */
const NARROW_BUTTONS = 'button { padding: 0; min-width: 0; border-width: 0; }';

const DRIVER_KEYS: Record<Key, string> = {
  Enter: DriverKey.ENTER,
  Escape: DriverKey.ESCAPE,
  Tab: DriverKey.TAB,
  Backspace: DriverKey.BACK_SPACE,
  ArrowDown: DriverKey.ARROW_DOWN,
};

export function webkit(programs: WebKitPrograms, version: string): Engine {
  return {
    name: 'webkit',
    version,
    async open(folder) {
      const display = await startDisplay(programs.display);
      const home = join(folder, 'home');
      await mkdir(join(home, 'gtk-3.0'), { recursive: true });
      await mkdir(join(folder, 'downloads'), { recursive: true });
      await writeFile(join(home, 'gtk-3.0/gtk.css'), NARROW_BUTTONS);
      await writeFile(join(home, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${join(folder, 'downloads')}"\n`);
      const port = await freePort();
      const process_ = spawn(programs.driver, [`--port=${port}`], {
        env: {
          ...process.env,
          ...SURROUNDINGS,
          DISPLAY: display.name,
          HOME: home,
          XDG_CONFIG_HOME: home,
          XDG_CACHE_HOME: join(home, 'cache'),
          XDG_DATA_HOME: join(home, 'data'),
        },
        stdio: 'ignore',
      });
      await untilListening(port);
      const driver = await connectTo(port, programs.browser);
      return windowOf(driver, async () => {
        await driver.quit().catch(() => {});
        for (const program of [process_, display.process]) await end(program);
      });
    },
  };
}

async function connectTo(port: number, binary: string): Promise<WebDriver> {
  const options = { binary, args: ['--automation'] };
  const capabilities = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options });
  const driver = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
  await driver.manage().setTimeouts({ script: 120_000, pageLoad: 120_000 });
  return driver;
}

/** Of what comes back over WebDriver. */
const Answer = v.union([v.object({ value: v.unknown() }), v.object({ error: v.string() })]);

/** A failure in the page would otherwise only be a time limit here. */
const answering = (expression: string) => `
  const done = arguments[0];
  const told = (error) => done({ error: String(error) + '\\n' + String(error && error.stack) });
  (async () => (${expression}))().then((value) => done({ value: value ?? null }), told);`;

function windowOf(driver: WebDriver, close: () => Promise<void>): BrowserWindow {
  return {
    goto: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    address: () => driver.getCurrentUrl(),
    async evaluate(expression) {
      const answer = v.parse(Answer, await driver.executeAsyncScript(answering(expression)));
      if ('error' in answer) throw new Error(answer.error);
      return answer.value;
    },
    async click(x, y) {
      const at = { x: Math.round(x), y: Math.round(y), duration: 0, origin: Origin.VIEWPORT };
      await driver.actions().move(at).click().perform();
    },
    async type(text) {
      await driver.actions().sendKeys(text).perform();
    },
    async press(key) {
      await driver.actions().sendKeys(DRIVER_KEYS[key]).perform();
    },
    async withControl(letter) {
      await driver.actions().keyDown(DriverKey.CONTROL).sendKeys(letter).keyUp(DriverKey.CONTROL).perform();
    },
    async attach(files) {
      await driver.findElement(By.css(CHOOSER)).sendKeys(files.join('\n'));
    },
    async resize(width, height) {
      const outside = await driver.executeScript<number>('return outerHeight - innerHeight');
      await driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, width, height: height + outside });
      for (let tries = 0; tries < 3000; tries++) {
        if ((await driver.executeScript<number>('return innerWidth')) === width) return;
        await pause(20);
      }
      throw new Error(`the window is not ${width} pixels wide`);
    },
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close,
  };
}

async function startDisplay(program: string): Promise<{ name: string; process: ChildProcess }> {
  const process_ = spawn(program, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number]: unknown[] = await once(process_.stdio[3] ?? process_, 'data');
  return { name: `:${String(number).trim()}`, process: process_ };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
    if (answer?.ok) return;
    await pause(50);
  }
  throw new Error('WebKitWebDriver does not answer');
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill();
  await once(program, 'exit');
}
