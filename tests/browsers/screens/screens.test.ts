/** Everything that the app shows while nothing goes wrong. */
import { test } from '@playwright/test';
import { settleHousehold } from '../../support/household.ts';
import { register } from '../../support/person.ts';
import { inEachEngine } from '../engines/in-each-engine.ts';
import { logIn, startHere, upToDate } from '../page/app.ts';
import { radio } from '../page/person.ts';
import { judge, look } from './look.ts';
import { LOCAL, SETTLED, VISITOR } from './scenes.ts';

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
    await judge(eyes, engine.name, 'dashboard', 1024);
  },
);
