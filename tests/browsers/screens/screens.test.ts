/** Everything that the app shows while nothing goes wrong. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appDir } from '../../support/built-app.ts';
import { settleHousehold } from '../../support/household.ts';
import { register } from '../../support/person.ts';
import { inEachEngine, type Scene as Stage } from '../engines/in-each-engine.ts';
import { addOnDashboard, logIn, startHere, upToDate } from '../page/app.ts';
import { button, dialog, type Person, radio, text } from '../page/person.ts';
import { judge, look } from './look.ts';
import { PARTS } from './part-scenes.ts';
import { CARRY_OVER, DASHBOARD, LOCAL, ON_IPHONE, VISITOR } from './scenes.ts';

inEachEngine('a visitor and somebody without a login see every part of the screens', async (stage) => {
  const { engine, server, person } = stage;
  const { email } = await register(server.now, 'ada@example.org');
  const ada = await person('ada');
  await look(ada, engine.name, VISITOR);
  await ada.window.resize(1280, 844);
  await ada.goto('/');
  await startHere(ada);
  await look(ada, engine.name, LOCAL);

  await ada.window.resize(1280, 844);
  await ada.goto('/');
  await addOnDashboard(ada, { description: 'Apples', amount: '3.20' });
  await ada.goto('/auth');
  await logIn(ada, { email, password: 'correct horse battery' });
  await look(ada, engine.name, CARRY_OVER);
  await ada.goto('/');
  await ada.press(dialog(/^Bring/), button('Bring them'));
  await ada.shows(text('Your entries are in your login now'));
  await judge(ada, engine.name, 'carried-over', 390);
});

/** Pages of iOS have this property, and nothing else tells the app that it may be installed by hand. */
async function asOnIphone(folder: string): Promise<string> {
  await cp(appDir, folder, { recursive: true });
  const page = join(folder, 'index.html');
  const html = await readFile(page, 'utf8');
  await writeFile(join(folder, 'ios.js'), 'navigator.standalone = false;');
  await writeFile(page, html.replace('<head>', '<head><script src="/ios.js"></script>'));
  return folder;
}

inEachEngine(
  'somebody with an iPhone sees how to install the app',
  async ({ engine, person }) => {
    const ada = await person('ada');
    await startHere(ada);
    await look(ada, engine.name, ON_IPHONE);
  },
  asOnIphone,
);

/** Somebody with a year of transactions, an account shared with Ben, and an invitation to Mia. */
async function settled({ server, person }: Stage): Promise<{ eyes: Person; accountId: string }> {
  const ada = await register(server.now, 'ada@example.org');
  await settleHousehold(server.now.sql, ada, await register(server.now, 'ben@example.org'));
  const eyes = await person('ada', { path: '/auth' });
  await logIn(eyes, { email: ada.email, password: 'correct horse battery' });
  await upToDate(eyes);
  return { eyes, accountId: ada.accountId };
}

inEachEngine('somebody with a year of transactions sees every part of the dashboard', async (stage) => {
  const { eyes } = await settled(stage);
  await look(eyes, stage.engine.name, DASHBOARD);
  await eyes.window.resize(1024, 844);
  await eyes.goto('/');
  await eyes.shows(radio('Transfer'));
  await judge(eyes, stage.engine.name, 'dashboard', 1024);
});

inEachEngine('somebody with a year of transactions sees every part of the other screens', async (stage) => {
  const { eyes, accountId } = await settled(stage);
  await look(eyes, stage.engine.name, PARTS, accountId);
});
