/** What the app shows to somebody who imports files, compares with the bank, and gives to a budget of somebody else. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { register } from '../../support/person.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { inEachEngine } from '../engines/in-each-engine.ts';
import { logIn } from '../page/app.ts';
import { BANK_FILES, books } from './book-scenes.ts';
import { look } from './look.ts';

inEachEngine('somebody who keeps books is asked before an import or a statement is taken back', async (stage) => {
  const { engine, server, person } = stage;
  const { email, userId, accountId } = await register(server.now, 'ada@example.org');
  const ben = await register(server.now, 'ben@example.org');
  const { sql } = server.now;
  await sql`with trip as (
      insert into public.budgets (account_id, name, amount, short_id) values (${ben.accountId}, 'Trip', 400, 'TRIP001')
      returning account_id, budget_id)
    insert into public.memberships (account_id, budget_id, target, user_id, email, name, role)
    select account_id, budget_id, 'budget', ${userId}, ${email}, 'Ada', 'member' from trip`;
  const folder = await mkdtemp(join(temporaryFolder(), 'carryover-files-'));
  try {
    for (const { name, content } of BANK_FILES) await writeFile(join(folder, name), content);
    const ada = await person('ada', { path: '/auth' });
    await logIn(ada, { email, password: 'correct horse battery' });
    await look(ada, engine.name, books(folder), accountId);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
