/** Two devices with different engines change one entry while neither reaches the server. */
import { register } from '../../support/person.ts';
import { startSlowLine } from '../../support/slow-line.ts';
import { inEachPair } from '../engines/in-each-engine.ts';
import { addOnDashboard, editAmount, logIn, opensOffline, SYNC, syncNow, upToDate } from '../page/app.ts';
import { button, listitem, row, text } from '../page/person.ts';

const FAST = 100_000_000;
const REPLACED = 'Your change was replaced: Dinner, -$30.00';

inEachPair(
  'of two edits without a server the later one stands, and the person who loses settles it',
  async ({ server, person }, other) => {
    const { email } = await register(server.now, 'ada@example.org');
    const ada = { email, password: 'correct horse battery' };
    const port = Number(new URL(server.now.url).port);
    const lines = await Promise.all([startSlowLine(port, FAST), startSlowLine(port, FAST)]);
    const [phoneLine, laptopLine] = lines;
    try {
      const phone = await person('phone', { url: phoneLine.url, path: '/auth' });
      await logIn(phone, ada);
      await addOnDashboard(phone, { description: 'Dinner', amount: '20.00' });
      await upToDate(phone);
      const laptop = await person('laptop', { engine: other, url: laptopLine.url, path: '/auth' });
      await logIn(laptop, ada);
      await laptop.reads([row(/Dinner/)], '$20.00');
      for (const device of [phone, laptop]) await opensOffline(device);

      for (const line of lines) line.cut();
      await editAmount(phone, 'Dinner', '30.00');
      await editAmount(laptop, 'Dinner', '25.00');
      await phone.reads([row(/Dinner/)], '$30.00');
      laptopLine.mend();
      await syncNow(laptop);
      await upToDate(laptop);
      phoneLine.mend();
      await syncNow(phone);

      await phone.shows(button('Sync: Needs your attention (1)'));
      await phone.reads([row(/Dinner/)], '$25.00');
      await phone.press(SYNC);
      const entry = listitem(REPLACED);
      await phone.shows(entry, text('A newer change by you, on another device, stands.'));
      await phone.shows(entry, row('Amount -$30.00 -$25.00'));
      await phone.press(button('Use mine'));
      await phone.key('Escape');
      await upToDate(phone);
      await phone.reads([row(/Dinner/)], '$30.00');
      await laptop.reads([row(/Dinner/)], '$30.00');
    } finally {
      for (const line of lines) await line.stop();
    }
  },
);
