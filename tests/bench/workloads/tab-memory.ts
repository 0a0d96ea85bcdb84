/** The memory of a tab: what the process of its page and workers has for itself. */
import { readdir, readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';

const EVERY_MS = 200;
const KILOBYTE = 1024;

/**
 * Megabytes of the tab at most while `act` ran; null where the system does not tell. `profile`: the folder of the
 * browser, which has no other tab. What nobody needs any more counts as long as the browser has not collected it, and
 * with much memory in the machine it takes its time.
 */
export function mostMemory(profile: string, act: () => Promise<void>): Promise<number | null> {
  return mostOf(profile, () => new Promise((resolve) => setTimeout(resolve, EVERY_MS)), act);
}

/** The same of what the tab needs: before each look, `collect` has it drop everything else. */
export function neededMemory(
  profile: string,
  collect: () => Promise<void>,
  act: () => Promise<void>,
): Promise<number | null> {
  const pause = async () => {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    await collect();
  };
  return mostOf(profile, pause, act);
}

/** `pause` comes before each look. */
async function mostOf(profile: string, pause: () => Promise<void>, act: () => Promise<void>): Promise<number | null> {
  if (platform() !== 'linux') return act().then(() => null);
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      await pause();
      most = Math.max(most, ...(await Promise.all((await rendererIds(profile)).map(ownMemory))));
    }
  })();
  await act().finally(() => {
    isOver = true;
  });
  await watching;
  return most / 1_000_000;
}

interface Process {
  id: string;
  parent: string;
  command: string;
}

/** The processes that draw pages of this browser: they descend from the one that names the profile. */
async function rendererIds(profile: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(ids.map(readProcess));
  const byId = new Map(all.map((one) => [one.id, one]));
  const isOfBrowser = (one: Process | undefined): boolean =>
    one !== undefined && (one.command.includes(profile) || isOfBrowser(byId.get(one.parent)));
  return all.filter((one) => one.command.includes('--type=renderer') && isOfBrowser(one)).map(({ id }) => id);
}

async function readProcess(id: string): Promise<Process> {
  const [status, command] = await Promise.all([
    textOf(join('/proc', id, 'status')),
    textOf(join('/proc', id, 'cmdline')),
  ]);
  return { id, parent: /^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? '', command };
}

/** Bytes that no other process shares. */
async function ownMemory(id: string): Promise<number> {
  const rollup = await textOf(join('/proc', id, 'smaps_rollup'));
  const kilobytes = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].map(([, number]) => Number(number));
  return kilobytes.reduce((sum, one) => sum + one, 0) * KILOBYTE;
}

/** Empty when the process has ended. */
function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
