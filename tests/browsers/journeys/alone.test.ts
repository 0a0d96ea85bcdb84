/** Somebody starts without a login, works without a server, and brings all of it into a login later. */
import { expect } from '@playwright/test';
import { inEachEngine } from '../engines/in-each-engine.ts';
import {
  addOnDashboard,
  addQuickly,
  databases,
  logIn,
  opensOfflineAlone,
  signUp,
  startHere,
  upToDate,
} from '../page/app.ts';
import { heading, link, row, text, withRole } from '../page/person.ts';

const ADA = { email: 'ada@example.org', password: 'correct horse battery' };

inEachEngine(
  'entries without a login survive a reload without a server, and go into a login later',
  async ({ engine, server, person }) => {
    const ada = await person('ada');
    await startHere(ada);
    // Apple's engine removes what nobody visits for a week.
    if (engine.name === 'webkit') await ada.shows(link('Save a copy'));
    else await ada.lacks(link('Save a copy'));
    await addQuickly(ada, { description: 'Bus ticket', amount: '2.80' });
    await addOnDashboard(ada, { description: 'Apples', amount: '3.20' });
    await opensOfflineAlone(ada);
    await ada.shows(row(/Apples/));

    await server.stop();
    await ada.window.reload();
    await ada.shows(row(/Bus ticket/));
    await ada.shows(row(/Apples/));
    await addQuickly(ada, { description: 'Night train', amount: '89.90', category: 'Transportation' });
    await ada.goto('/settings');
    await ada.shows(heading('Expense Categories'));
    await ada.goto('/');
    await ada.shows(row(/Night train/));

    await server.start();
    await signUp(ada, ADA);
    await logIn(ada, ADA);
    await ada.shows(text('Your entries are in your login now'));
    await ada.lacks(withRole('complementary', 'Only on this device'));
    for (const description of [/Bus ticket/, /Apples/, /Night train/]) await ada.shows(row(description));
    await upToDate(ada);
    expect(await databases(ada)).toHaveLength(1);
    const sent = await server.now.sql`select amount from public.transactions order by amount`;
    expect(sent.map(({ amount }) => Number(amount))).toEqual([2.8, 3.2, 89.9]);
  },
);
