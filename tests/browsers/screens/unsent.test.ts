/** What the app shows without a server, when a change lost or was refused, and after a log-out that keeps the work. */
import { register } from '../../support/person.ts';
import { startSlowLine } from '../../support/slow-line.ts';
import { inEachEngine } from '../engines/in-each-engine.ts';
import { addOnDashboard, addQuickly, editAmount, logIn, opensOffline, upToDate } from '../page/app.ts';
import { button, dialog, region, row, text } from '../page/person.ts';
import { judge, look } from './look.ts';
import { fromMenu } from './scene.ts';
import { KEPT, SETTLING, UNSENT } from './unsent-scenes.ts';

const FAST = 100_000_000;

inEachEngine('work that the server does not have is shown, and stays after a log-out', async (scene) => {
  const { engine, server, person } = scene;
  const { email, userId } = await register(server.now, 'ada@example.org');
  const ben = await register(server.now, 'ben@example.org');
  const { sql } = server.now;
  await sql`insert into public.invitations (email, name, role, account_id, target, invited_by, invited_by_email)
    values (${email}, 'Ada', 'member', ${ben.accountId}, 'account', ${ben.userId}, ${ben.email})`;
  const cem = await register(server.now, 'cem@example.org');
  await sql`update public.accounts set account_name = 'Allotment' where account_id = ${cem.accountId}`;
  await sql`insert into public.memberships (account_id, target, user_id, email, name, role)
    values (${cem.accountId}, 'account', ${userId}, ${email}, 'Ada', 'member')`;
  const line = await startSlowLine(Number(new URL(server.now.url).port), FAST);
  try {
    const ada = await person('ada', { url: line.url, path: '/auth' });
    await logIn(ada, { email, password: 'correct horse battery' });
    await addOnDashboard(ada, { description: 'Dinner', amount: '20.00' });
    await upToDate(ada);
    await opensOffline(ada);
    line.cut();
    await editAmount(ada, 'Dinner', '30.00');
    await addQuickly(ada, { description: 'Seeds', amount: '4.00', account: 'Allotment' });
    await addQuickly(ada, { description: 'Spade', amount: '18.00', account: 'Allotment' });
    await look(ada, engine.name, UNSENT);

    await ada.window.resize(1280, 844);
    await sql`update public.transactions set amount = 25 where description = 'Dinner'`;
    await sql`update public.memberships set role = 'viewer' where account_id = ${cem.accountId}`;
    line.mend();
    await ada.goto('/');
    await ada.reads([row(/Dinner/)], '$25.00');
    // It stays until it is read.
    await ada.shows(region('Notices'), text('Your role has changed'));
    await ada.press(region('Notices'), button('Dismiss'));
    await ada.lacks(text('Your role has changed'));
    await look(ada, engine.name, SETTLING);

    await fromMenu('Log out')(ada);
    await ada.press(dialog('Log out with unsynced work?'), button('Log out and keep'));
    await ada.shows(text('Logged out successfully'));
    await ada.shows(region('Data kept on this device'));
    await judge(ada, engine.name, 'logged-out', 390);
    await look(ada, engine.name, KEPT);
  } finally {
    await line.stop();
  }
});
