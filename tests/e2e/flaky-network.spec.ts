/** Two people in two browsers edit the same rows five hundred times. Their network loses, delays and doubles calls. */
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { build } from 'vite';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { FAULTS, type Fault, type FlakyProxy, startFlakyProxy } from '../support/flaky-proxy.ts';
import { profileFolder } from '../support/profile-folder.ts';
import fc from '../support/random.ts';
import { SEED } from '../support/seeds.ts';
import type { Actor, Choice } from '../support/store-in-page.ts';

declare global {
  interface Window {
    carryover: typeof import('../support/store-in-page.ts');
  }
}

const EDITS = 500;
const password = 'correct horse battery';

const fault = fc.oneof(fc.constant<Fault>('none'), fc.constantFrom(...FAULTS));
const choice: fc.Arbitrary<Choice> = fc.record({
  row: fc.nat(60),
  what: fc.constantFrom('add', 'add', 'amount', 'amount', 'date', 'category', 'notes', 'delete'),
  value: fc.integer({ min: 1, max: 999 }),
});

let backend: TestBackend;
let network: FlakyProxy;
test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
  network = await startFlakyProxy(Number(new URL(backend.url).port), fc.sample(fault, { seed: SEED, numRuns: 5000 }));
});
test.afterAll(async () => {
  await network.stop();
  await backend.stop();
});

test(`two people end with the same rows after ${EDITS} edits on shared rows over a flaky network `, async () => {
  test.setTimeout(360_000);
  test.info().annotations.push({ type: 'seed', description: String(SEED) });
  const store = await storeAsScript();
  const ada = await open('ada');
  // The form comes after the first response, and the network may lose several.
  await expect(ada.page.getByLabel('Account name')).toBeVisible({ timeout: 120_000 });
  await ada.createFirstAccount('Household');
  // Longer than a request takes whose response the network has lost.
  await expect
    .poll(() => backend.sql`select from public.accounts`.then((rows) => rows.length), { timeout: 60_000 })
    .toBe(1);
  const accountId = await share('ben@example.org');
  const ben = await open('ben', false);
  // His first calls may be lost too. A held call waits for a later call, and so far nobody makes one.
  const household = ben.page.getByRole('button', { name: 'Active account Household' });
  await expect
    .poll(
      () => {
        network.release();
        return household.count();
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0);

  const people = await Promise.all(
    [ada, ben].map(async (device, number) => {
      await device.page.evaluate(store);
      const email = number === 0 ? 'ada@example.org' : 'ben@example.org';
      const [user] = await backend.sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
      const choices = fc.sample(choice, { seed: SEED + number, numRuns: 2 * EDITS });
      return { device, choices, actor: { userId: user?.id ?? '', email } };
    }),
  );
  await Promise.all(
    people.map(async ({ device, choices, actor }) => {
      let made = 0;
      // How many edits go in one call is up to the devices, so a run may need more edits to meet every fault.
      while (made < EDITS / 2 || FAULTS.some((one) => timesSeen(one) <= 3)) {
        // This is before the edits, so at least one call comes after it.
        const call = network.nextCall();
        const some = choices.splice(0, 5);
        made += await device.page.evaluate(editIn, { actor, accountId, some });
        network.release();
        await call;
      }
    }),
  );

  network.calm();
  const stored = async () =>
    backend.sql`select transaction_id as id, (amount * 100)::int as amount, transaction_date::text as date,
      category_name as category, notes
      from public.transactions order by transaction_id::text`;
  for (const { device, actor } of people) {
    await device.syncNow();
    await expect.poll(async () => (await device.page.evaluate(lookIn, actor)).waiting, { timeout: 60_000 }).toBe(0);
  }
  const expected = [...(await stored())];
  for (const { device, actor } of people) {
    await expect
      .poll(
        async () =>
          (await device.page.evaluate(lookIn, actor)).rows.map(({ id, amount, date, category, notes }) => ({
            id,
            amount,
            date,
            category,
            notes,
          })),
        { timeout: 60_000 },
      )
      .toEqual(expected);
  }
  expect(expected.length).toBeGreaterThan(20);
  const [account] = await backend.sql<{ balance: string; recount: string }[]>`
    select balance::text, private.recount(account_id)::text as recount from public.accounts`;
  expect(account?.balance).toBe(account?.recount);
  await ada.close();
  await ben.close();
});

const timesSeen = (one: Fault) => network.seen.get(one) ?? 0;
const editIn = (input: { actor: Actor; accountId: string; some: Choice[] }) =>
  window.carryover.edit(input.actor, input.accountId, input.some);
const lookIn = (actor: Actor) => window.carryover.look(actor);

async function open(name: string, hasNoAccount = true): Promise<Device> {
  const credentials = { email: `${name}@example.org`, password };
  const device = await Device.open(profileFolder(name), network.url);
  if (hasNoAccount) await device.signUp(credentials);
  await device.logIn(credentials);
  return device;
}

/** Makes this person an admin of the only account, as another client would. */
async function share(email: string): Promise<string> {
  const answer = await fetch(`${backend.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: backend.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(answer.status).toBe(200);
  const [row] = await backend.sql<{ id: string }[]>`
    insert into public.memberships (account_id, target, user_id, email, role)
    select a.account_id, 'account', u.id, u.email, 'admin' from public.accounts a, auth.users u where u.email = ${email}
    returning account_id as id`;
  return row?.id ?? '';
}

/** The product's own store, built to run in a page. */
async function storeAsScript(): Promise<string> {
  const entry = fileURLToPath(new URL('../support/store-in-page.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'carryover' } },
  });
  const [output] = Array.isArray(built) ? built : [];
  const code = output?.output[0].code;
  if (!code) throw new Error('the store was not built');
  return code;
}
