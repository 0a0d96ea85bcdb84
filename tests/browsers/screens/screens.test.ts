/** Everything that the app shows, opened on a phone and a desktop: nothing is empty, cut off or covered. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { settleHousehold } from '../../support/household.ts';
import { register } from '../../support/person.ts';
import { inEachEngine } from '../engines/in-each-engine.ts';
import { logIn, startHere, upToDate } from '../page/app.ts';
import { type Person, radio, withRole } from '../page/person.ts';
import { faultsOf } from './audit.ts';
import { LOCAL, type Scene, SETTLED, VISITOR } from './scenes.ts';

const WIDTHS = [1280, 390];

// A scene takes a second or two, and there are a hundred.
test.setTimeout(900_000);

/** For eyes; git ignores the folder, and no test compares them. */
const pictures = fileURLToPath(new URL('../../../screenshots/browsers', import.meta.url));

const wanted = process.env.SCENES?.split(',');

async function look(person: Person, engine: string, scenes: readonly Scene[], accountId = ''): Promise<void> {
  for (const width of WIDTHS) {
    const folder = join(pictures, `${engine}-${width}`);
    await mkdir(folder, { recursive: true });
    await person.window.resize(width, 844);
    for (const { name, path, act } of scenes) {
      if (wanted && !wanted.includes(name)) continue;
      await test.step(`${name}, ${width}`, async () => {
        await person.goto(path.replace('{account}', accountId));
        await person.shows(withRole('main'));
        await act?.(person, width >= 992);
        await person.stands();
        await writeFile(join(folder, `${name}.png`), await person.window.picture());
        expect.soft(await faultsOf(person), `${name}, ${width}`).toEqual([]);
      });
    }
  }
}

inEachEngine('a visitor and somebody without a login see every part of the screens', async ({ engine, person }) => {
  const ada = await person('ada');
  await look(ada, engine.name, VISITOR);
  await ada.goto('/');
  await startHere(ada);
  await look(ada, engine.name, LOCAL);
});

inEachEngine(
  'somebody with a year of transactions sees every part of the screens',
  async ({ engine, server, person }) => {
    const ada = await register(server.now, 'ada@example.org');
    await settleHousehold(server.now.sql, ada, await register(server.now, 'ben@example.org'));
    const eyes = await person('ada', { path: '/auth' });
    await logIn(eyes, { email: ada.email, password: 'correct horse battery' });
    await upToDate(eyes);
    await look(eyes, engine.name, SETTLED, ada.accountId);
    await eyes.window.resize(1024, 844);
    await eyes.goto('/');
    await eyes.shows(radio('Transfer'));
    expect.soft(await faultsOf(eyes), 'dashboard, 1024').toEqual([]);
  },
);
