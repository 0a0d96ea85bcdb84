/** Everything that the app shows while nothing goes wrong. */
import { test } from '@playwright/test';
import { settleHousehold } from '../../support/household.ts';
import { register } from '../../support/person.ts';
import { inEachEngine, type Scene as Stage } from '../engines/in-each-engine.ts';
import { logIn, startHere, upToDate } from '../page/app.ts';
import { type Person, radio } from '../page/person.ts';
import { judge, look } from './look.ts';
import { PARTS } from './part-scenes.ts';
import { DASHBOARD, LOCAL, VISITOR } from './scenes.ts';

// A scene takes a second or two, and there are a hundred.
test.setTimeout(900_000);

inEachEngine('a visitor and somebody without a login see every part of the screens', async ({ engine, person }) => {
  const ada = await person('ada');
  await look(ada, engine.name, VISITOR);
  await ada.window.resize(1280, 844);
  await ada.goto('/');
  await startHere(ada);
  await look(ada, engine.name, LOCAL);
});

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
