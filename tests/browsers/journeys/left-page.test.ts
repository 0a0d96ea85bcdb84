/** A page that is left in the middle of its work, as for the page of a sign-in provider, holds up no later page. */
import { register } from '../../support/person.ts';
import { inEachEngine } from '../engines/in-each-engine.ts';
import { addOnDashboard, logIn, upToDate } from '../page/app.ts';
import { button, row, text, until } from '../page/person.ts';

inEachEngine(
  'a page that is left in its first sync holds up no later one, and goes on when the user comes back',
  async ({ server, person }) => {
    const { email, accountId } = await register(server.now, 'ada@example.org');
    const ada = await person('ada', { path: '/auth' });
    await logIn(ada, { email, password: 'correct horse battery' });
    await ada.goto(`/account/${accountId}`);
    await ada.shows(button('Import'));
    await upToDate(ada);
    await ada.goto('/healthz');
    // After the answer: the page that is asked is gone then. One that is just going would never answer.
    await ada.window.evaluate('void setTimeout(() => history.go(-2))');
    const hasLeft = async () => !(await ada.window.address()).endsWith('/healthz');
    await until(hasLeft, () => 'the page did not go back');
    await ada.shows(text('Current Balance'));
    await addOnDashboard(ada, { description: 'Bread', amount: '2.50' });
    await upToDate(ada);
    await ada.shows(row(/Bread/));
  },
);
