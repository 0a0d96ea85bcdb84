/** One person at one browser: looks, presses and types, and waits for what comes. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { BrowserWindow, Engine, Key } from '../engines/engine.ts';
import { Aim, ask, type Pattern, Sight, type Step } from './eyes.ts';

/** Long enough for a machine that does a lot beside. It only ends what hangs. */
const PATIENCE_MS = 90_000;

const plain = (pattern: string | RegExp): Pattern =>
  typeof pattern === 'string' ? pattern : { source: pattern.source, flags: pattern.flags };

const role = (name: string) => (label?: string | RegExp) =>
  label === undefined ? { role: name } : { role: name, name: plain(label) };

export const button = role('button');
export const link = role('link');
export const radio = role('radio');
export const checkbox = role('checkbox');
export const dialog = role('dialog');
export const row = role('row');
export const region = role('region');
export const form = role('form');
export const tab = role('tab');
export const listitem = role('listitem');
export const heading = role('heading');
export const withRole = (name: string, label?: string | RegExp): Step => role(name)(label);
export const labelled = (label: string | RegExp): Step => ({ label: plain(label) });
export const first = (step: Step): Step => ({ ...step, isFirst: true });
export const text = (shown: string | RegExp): Step => ({ text: plain(shown) });

const NOTHING: Sight = { count: 0, text: '', value: '', isFocused: false, isChecked: false };

export class Person {
  readonly window: BrowserWindow;
  readonly #url: string;
  readonly #folder: string;

  private constructor(window: BrowserWindow, url: string, folder: string) {
    this.window = window;
    this.#url = url;
    this.#folder = folder;
  }

  /** Opens a browser of this engine on a new device, at this address of the app. */
  static async at(engine: Engine, folder: string, url: string, path = '/'): Promise<Person> {
    const window = await engine.open(folder);
    const person = new Person(window, url, folder);
    try {
      await window.resize(1280, 800);
      await person.goto(path);
    } catch (error) {
      await window.close();
      throw error;
    }
    return person;
  }

  /** Waits for the new document: Firefox's driver also takes a late step of the old one's history for the arrival. */
  async goto(path: string): Promise<void> {
    await this.window.evaluate('window.isLeft = true');
    await this.window.goto(new URL(path, this.#url).href);
    const arrived = async () => (await this.window.evaluate('!window.isLeft && document.readyState')) === 'complete';
    await until(arrived, () => `${path} did not open`);
  }

  async see(...steps: Step[]): Promise<Sight> {
    return v.parse(Sight, await ask(this.window, 'see', steps));
  }

  /** Waits until `isRight` says so of what it sees there. */
  async sees(steps: readonly Step[], isRight: (sight: Sight) => boolean = ({ count }) => count > 0): Promise<Sight> {
    let sight: Sight = NOTHING;
    const look = async () => {
      sight = await this.see(...steps);
      return isRight(sight);
    };
    await until(look, () => `${JSON.stringify(steps)} is not as expected: ${JSON.stringify(sight)}`);
    return sight;
  }

  async shows(...steps: Step[]): Promise<Sight> {
    return this.sees(steps);
  }

  async lacks(...steps: Step[]): Promise<void> {
    await this.sees(steps, ({ count }) => count === 0);
  }

  /** Waits until the text there has this in it. */
  async reads(steps: readonly Step[], part: string): Promise<void> {
    await this.sees(steps, (sight) => sight.text.includes(part));
  }

  /** Waits until nothing moves any more. */
  async stands(): Promise<void> {
    await ask(this.window, 'stand');
  }

  /** Presses with the pointer, once it is the only such thing, stands still and nothing lies over it. */
  async press(...steps: Step[]): Promise<void> {
    let reason = '';
    const attempt = async () => {
      const aim = v.parse(Aim, await ask(this.window, 'aim', steps));
      if ('reason' in aim) {
        reason = aim.reason;
        return false;
      }
      await this.window.click(aim.x, aim.y);
      // A press may lead to another document, which has seen none.
      const met = await ask(this.window, 'miss').catch(() => null);
      if (typeof met !== 'string') return true;
      reason = `it moved, and the press met ${met}`;
      console.log(`${JSON.stringify(steps)}: ${reason}`);
      return false;
    };
    await until(attempt, () => `${JSON.stringify(steps)} cannot be pressed: ${reason}`);
  }

  /** Presses a field and replaces what it holds by typing. */
  async fill(typed: string, ...steps: Step[]): Promise<void> {
    await this.press(...steps);
    await ask(this.window, 'select', steps);
    await this.window.type(typed);
    await this.sees(steps, ({ value }) => value === typed);
  }

  /** Chooses from the list of a field that one types into. */
  async pick(option: string, ...steps: Step[]): Promise<void> {
    await this.fill(option, ...steps);
    await this.press(withRole('option', option));
  }

  /** Chooses an option of a select, or a day in a native date field. The picker itself belongs to the browser. */
  async choose(option: string, ...steps: Step[]): Promise<void> {
    const put = async () => {
      await ask(this.window, 'put', steps, option);
      return true;
    };
    await until(put, () => `${option} cannot be chosen in ${JSON.stringify(steps)}`);
  }

  async attach(files: readonly string[], ...steps: Step[]): Promise<void> {
    const mark = async () => (await ask(this.window, 'mark', steps)) === true;
    await until(mark, () => `${JSON.stringify(steps)} is not there`);
    await this.window.attach(files);
  }

  key(key: Key): Promise<void> {
    return this.window.press(key);
  }

  /** Goes on by keyboard until the focus is there. */
  async tabTo(...steps: Step[]): Promise<void> {
    const MOST = 40;
    for (let presses = 0; presses < MOST; presses++) {
      if ((await this.see(...steps)).isFocused) return;
      await this.key('Tab');
    }
    throw new Error(`the keyboard does not reach ${JSON.stringify(steps)}`);
  }

  /** Waits for a file that was saved under a name that ends so, and reads it. */
  async saved(ending: string): Promise<Buffer> {
    const folder = join(this.#folder, 'downloads');
    let content = Buffer.alloc(0);
    const look = async () => {
      const names = await readdir(folder);
      const name = names.find((one) => one.endsWith(ending));
      // A browser makes the file first, and fills it beside it.
      if (name === undefined || names.some((one) => /\.(part|crdownload|wkdownload)$/.test(one))) return false;
      content = await readFile(join(folder, name));
      return content.length > 0;
    };
    await until(look, () => `no file …${ending} was saved`);
    return content;
  }

  close(): Promise<void> {
    return this.window.close();
  }
}

/** Waits until it is so. A page may be between two documents when it is asked. */
export async function until(isSo: () => Promise<boolean>, complaint: () => string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  let last: unknown;
  while (Date.now() < end) {
    try {
      if (await isSo()) return;
      last = undefined;
    } catch (error) {
      last = error;
    }
    await pause(80);
  }
  throw new Error(complaint(), { cause: last });
}
