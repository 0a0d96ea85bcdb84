/** Opens scenes on a phone and a desktop: nothing is empty, cut off or covered. A picture of each is kept for eyes. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { type Person, withRole } from '../page/person.ts';
import { faultsOf } from './audit.ts';
import type { Scene } from './scene.ts';

const WIDTHS = [1280, 390];

/** Git ignores the folder, and no test compares the pictures. */
const pictures = fileURLToPath(new URL('../../../screenshots/browsers', import.meta.url));

const wanted = process.env.SCENES?.split(',');

export async function look(person: Person, engine: string, scenes: readonly Scene[], accountId = ''): Promise<void> {
  for (const width of WIDTHS) {
    await person.window.resize(width, 844);
    for (const { name, path, act } of wantedOf(scenes)) {
      await test.step(`${name}, ${width}`, async () => {
        if (path !== undefined) {
          await person.goto(path.replace('{account}', accountId));
          await person.shows(withRole('main'));
        }
        await act?.(person, width >= 992);
        await judge(person, engine, name, width);
      });
    }
  }
}

/** The scenes that are wanted, and those that lead to one. */
function wantedOf(scenes: readonly Scene[]): readonly Scene[] {
  if (!wanted) return scenes;
  return scenes.filter((_, at) => {
    const next = scenes.findIndex(({ path }, later) => later > at && path !== undefined);
    return scenes.slice(at, next < 0 ? undefined : next).some(({ name }) => wanted.includes(name));
  });
}

/** Takes a picture of what is shown now, and says what is wrong with it. */
export async function judge(person: Person, engine: string, name: string, width: number): Promise<void> {
  const folder = join(pictures, `${engine}-${width}`);
  await mkdir(folder, { recursive: true });
  await person.stands();
  await writeFile(join(folder, `${name}.png`), await person.window.picture());
  expect.soft(await faultsOf(person), `${name}, ${width}`).toEqual([]);
}
