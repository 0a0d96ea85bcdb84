/** The engines of this machine. `BROWSERS=firefox,webkit` names the ones that have to be here, and tries no others. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chromiumOptions } from '../../support/chromium.ts';
import type { Engine } from './engine.ts';
import { chromium, firefox } from './puppeteer.ts';
import { webkit } from './webkit.ts';

type Name = Engine['name'];

/** What brings an engine where it is missing. */
export const BROUGHT_BY: Record<Name, string> = {
  chromium: 'npm ci',
  firefox: 'apt-get install firefox-esr',
  webkit: 'apt-get install webkit2gtk-driver xvfb',
};

const first = (...paths: readonly string[]) => paths.find((path) => existsSync(path));

/** The first number of several parts in what a program says. */
const versionOf = (program: string, args: readonly string[] = ['--version'], env = process.env) =>
  /\d+(\.\w+)+/.exec(execFileSync(program, args, { encoding: 'utf8', env }))?.[0] ?? 'unknown';

const FINDERS: Record<Name, () => Engine | null> = {
  chromium() {
    const { executablePath, env } = chromiumOptions();
    if (executablePath === undefined) return null;
    return chromium(versionOf(executablePath, ['--no-sandbox', '--version'], { ...process.env, ...env }));
  },
  firefox() {
    const program = first(
      process.env.FIREFOX ?? '',
      '/usr/bin/firefox-esr',
      '/usr/bin/firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
    );
    return program === undefined ? null : firefox(program, versionOf(program));
  },
  webkit() {
    const driver = first('/usr/bin/WebKitWebDriver');
    const browser = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0];
    const display = first('/usr/bin/Xvfb');
    if (driver === undefined || browser === undefined || display === undefined) return null;
    // Neither of its programs says it without a display. These paths are Debian's, so is the one that says it.
    return webkit({ driver, browser, display }, versionOf('dpkg-query', ['--show', 'webkit2gtk-driver']));
  },
};

export const NAMES: readonly Name[] = ['chromium', 'firefox', 'webkit'];

const isName = (text: string): text is Name => NAMES.some((name) => name === text);

/** The engines to try, and the names of those that are not here. Throws where one that was named is missing. */
export function findEngines(named = process.env.BROWSERS): { engines: Engine[]; missing: Name[] } {
  const wanted = named ? named.split(',').map((name) => name.trim()) : NAMES;
  const engines: Engine[] = [];
  const missing: Name[] = [];
  for (const name of wanted) {
    if (!isName(name)) throw new Error(`BROWSERS names “${name}”. The engines are ${NAMES.join(', ')}.`);
    const engine = FINDERS[name]();
    if (engine) engines.push(engine);
    else missing.push(name);
  }
  if (named && missing.length > 0) {
    throw new Error(missing.map((name) => `${name} is not here: ${BROUGHT_BY[name]}`).join('\n'));
  }
  return { engines, missing };
}
