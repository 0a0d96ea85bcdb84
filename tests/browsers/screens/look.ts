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
    for (const { name, path, act } of scenes) {
      if (wanted && !wanted.includes(name)) continue;
      await test.step(`${name}, ${width}`, async () => {
        await person.goto(path.replace('{account}', accountId));
        await person.shows(withRole('main'));
        await act?.(person, width >= 992);
        await judge(person, engine, name, width);
      });
    }
  }
}

/** Takes a picture of what is shown now, and says what is wrong with it. */
export async function judge(person: Person, engine: string, name: string, width: number): Promise<void> {
  const folder = join(pictures, `${engine}-${width}`);
  await mkdir(folder, { recursive: true });
  await person.stands();
  await writeFile(join(folder, `${name}.png`), await person.window.picture());
  expect.soft(await faultsOf(person), `${name}, ${width}`).toEqual([]);
}
