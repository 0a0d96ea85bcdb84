/**
 * Two people change the same thing, and one of them is offline. Each test plays a pair of actions in both orders
 * (docs/decisions/0016-the-later-deed-wins.md), and looks at what both people see.
 */
import { expect, type Locator, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { signUp } from '../support/person.ts';
import { profileFolder } from '../support/profile-folder.ts';

const ANNA = 'anna@example.org';
const BEN = 'ben@example.org';

let backend: TestBackend;
let anna: Device;
let ben: Device;

/** Ben is an admin of Anna's account, so he may do whatever she may. */
test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
  anna = await Device.ofNewPerson(profileFolder('anna'), backend.url, ANNA);
  const { userId, password } = await signUp(backend, BEN);
  await backend.sql`
    insert into public.memberships (account_id, target, user_id, email, name, role)
    select account_id, 'account', ${userId}, ${BEN}, 'Ben', 'admin' from public.accounts`;
  ben = await Device.loggedIn(profileFolder('ben'), backend.url, { email: BEN, password });
  await expect(ben.page.getByText('Current Balance')).toBeVisible();
  await Promise.all([anna.offlineReady(), ben.offlineReady()]);
});

test.afterAll(async () => {
  await Promise.all([anna.close(), ben.close()]);
  await backend.stop();
});

test.afterEach(() => Promise.all([anna.goOnline(), ben.goOnline()]));

/** A row that both have on their screens. Then Anna loses the network. */
async function shared(description: string): Promise<void> {
  await anna.add({ category: 'Food', description, amount: '20' });
  await anna.upToDate();
  await expect(ben.row(description)).toBeVisible();
  await anna.goOffline();
}

/** What Ben does reaches the server while Anna is away. */
async function bens(action: () => Promise<void>): Promise<void> {
  await action();
  await ben.upToDate();
}

/** What Anna did meanwhile reaches the server. */
async function meetAgain(): Promise<void> {
  await anna.goOnline();
  await anna.sent();
}

/** What the person is told, in the panel behind the sync state. */
async function told(device: Device, name: string): Promise<Locator> {
  await expect(device.syncState).toHaveAccessibleName('Sync: Needs your attention (1)');
  await device.syncState.click();
  const item = device.page.getByRole('listitem', { name });
  await expect(item).toBeVisible();
  return item;
}

async function decide(device: Device, item: Locator, choice: string): Promise<void> {
  await item.getByRole('button', { name: choice }).click();
  await device.page.keyboard.press('Escape');
  await device.upToDate();
}

/** The person is told nothing. */
const untold = (device: Device) => device.upToDate();

const amountIn = (device: Device, description: string, amount: string) =>
  expect(device.row(description)).toContainText(amount);

test('edit and edit: the later one stands, and the other person is told both values', async () => {
  await shared('Earlier');
  await anna.edit('Earlier', { amount: '21' });
  await bens(() => ben.edit('Earlier', { amount: '22' }));
  await meetAgain();
  const mine = await told(anna, 'Your change was replaced: Earlier, -$21.00');
  await expect(mine.getByText(`A newer change by ${BEN} stands.`)).toBeVisible();
  await untold(ben);
  await decide(anna, mine, 'Use mine');
  for (const device of [anna, ben]) await amountIn(device, 'Earlier', '$21.00');
  await untold(ben);

  await shared('Later');
  await bens(() => ben.edit('Later', { amount: '32' }));
  await anna.edit('Later', { amount: '31' });
  await meetAgain();
  await untold(anna);
  const lost = await told(ben, 'Your change was replaced: Later, -$32.00');
  await expect(lost.getByText(`A newer change by ${ANNA} stands.`)).toBeVisible();
  await expect(lost.getByRole('row', { name: 'Amount -$32.00 -$31.00' })).toBeVisible();
  await decide(ben, lost, 'Use mine');
  for (const device of [anna, ben]) await amountIn(device, 'Later', '$32.00');
  await untold(anna);
});

test('edit and edit of other fields: both stand, and nobody is told', async () => {
  await shared('Fields');
  await bens(() => ben.edit('Fields', { amount: '22' }));
  await anna.edit('Fields', { description: 'Both Fields' });
  await meetAgain();
  for (const device of [anna, ben]) {
    await amountIn(device, 'Both Fields', '$22.00');
    await untold(device);
  }
});

test('an edit and somebody’s deletion: the later one stands, and the other person is told', async () => {
  await shared('Gone');
  await anna.edit('Gone', { amount: '21' });
  await bens(() => ben.remove('Gone'));
  await meetAgain();
  const mine = await told(anna, 'What you changed was deleted: Gone, -$21.00');
  await expect(mine.getByText(`It was deleted by ${BEN} meanwhile.`)).toBeVisible();
  await untold(ben);
  await decide(anna, mine, 'Restore');
  for (const device of [anna, ben]) await amountIn(device, 'Gone', '$21.00');

  await shared('Back');
  await bens(() => ben.remove('Back'));
  await anna.edit('Back', { amount: '31' });
  await meetAgain();
  await untold(anna);
  const revived = await told(ben, 'What you deleted is back: Back, -$31.00');
  await expect(revived.getByText(`It was changed by ${ANNA} after you deleted it.`)).toBeVisible();
  await expect(revived.getByRole('row', { name: 'Amount -$20.00 -$31.00' })).toBeVisible();
  for (const device of [anna, ben]) await amountIn(device, 'Back', '$31.00');
  await decide(ben, revived, 'Delete again');
  for (const device of [anna, ben]) await expect(device.row('Back')).toHaveCount(0);
});

test('a deletion and somebody’s edit: the later one stands, and the other person is told', async () => {
  await shared('Kept');
  await anna.remove('Kept');
  await bens(() => ben.edit('Kept', { amount: '22' }));
  await meetAgain();
  const mine = await told(anna, 'What you deleted is back: Kept, -$20.00');
  await expect(mine.getByText(new RegExp(BEN))).toBeVisible();
  await expect(mine.getByRole('row', { name: 'Amount -$20.00 -$22.00' })).toBeVisible();
  await amountIn(anna, 'Kept', '$22.00');
  await untold(ben);
  await decide(anna, mine, 'Delete again');
  for (const device of [anna, ben]) await expect(device.row('Kept')).toHaveCount(0);

  await shared('Lost');
  await bens(() => ben.edit('Lost', { amount: '32' }));
  await anna.remove('Lost');
  await meetAgain();
  await untold(anna);
  const lost = await told(ben, 'What you changed was deleted: Lost, -$32.00');
  await expect(ben.row('Lost')).toHaveCount(0);
  await decide(ben, lost, 'Restore');
  for (const device of [anna, ben]) await amountIn(device, 'Lost', '$32.00');
  await untold(anna);
});

test('an entry and the owner’s rename: the entry has the new name, and nobody is told', async () => {
  await ben.upToDate();
  await ben.goOffline();
  await ben.add({ category: 'Healthcare', description: 'Pills', amount: '5' });
  await anna.page.goto(`${backend.url}/settings`);
  await anna.page.getByRole('button', { name: 'Edit Healthcare' }).click();
  await anna.page.getByLabel('New name').fill('Health');
  await anna.page.getByRole('button', { name: 'Save' }).click();
  await expect(anna.page.getByText('Category updated')).toBeVisible();
  await anna.upToDate();
  await anna.page.goto(backend.url);
  await ben.goOnline();
  for (const device of [anna, ben]) {
    await expect(device.row('Pills')).toContainText('Health');
    await expect(device.row('Pills')).not.toContainText('Healthcare');
    await untold(device);
  }
});

test('an edit and a move to another account: both stand, and nobody is told', async () => {
  await anna.add({ category: 'Food', description: 'Moved', amount: '20' });
  await anna.upToDate();
  await expect(ben.row('Moved')).toBeVisible();
  const [trips] = await backend.sql`
    insert into public.accounts (account_name, owner_id) select 'Trips', owner_id from public.accounts
    returning account_id`;
  await backend.sql`
    insert into public.memberships (account_id, target, user_id, email, name, role)
    select ${String(trips?.account_id)}, 'account', user_id, email, name, role from public.memberships`;
  await expect(ben.page.getByRole('complementary', { name: 'Accounts' }).getByText('Trips')).toBeVisible();
  await ben.goOffline();
  await ben.edit('Moved', { amount: '21' });
  // No screen moves a transaction that the server has. Another client may.
  await backend.sql`
    update public.transactions set account_id = ${String(trips?.account_id)} where description = 'Moved'`;
  await expect(anna.row('Moved')).toHaveCount(0);
  await ben.goOnline();
  for (const device of [anna, ben]) {
    await untold(device);
    await device.page.goto(`${backend.url}/account/${trips?.account_id}`);
    await amountIn(device, 'Moved', '$21.00');
    await device.page.goto(backend.url);
  }
});

test('an edit and a removal from the account: the edit is kept on its device, and its author is told', async () => {
  await anna.upToDate();
  await ben.add({ category: 'Food', description: 'Farewell', amount: '9' });
  await ben.upToDate();
  await expect(anna.row('Farewell')).toBeVisible();
  await ben.goOffline();
  await ben.edit('Farewell', { amount: '8' });
  await backend.sql`delete from public.memberships where email = ${BEN}`;
  await ben.goOnline();
  await expect(ben.syncState).toHaveAccessibleName('Sync: Needs your attention (1)');
  await ben.syncState.click();
  await expect(ben.page.getByRole('listitem', { name: 'Change transaction: Farewell, -$8.00' })).toBeVisible();
  await untold(anna);
  await amountIn(anna, 'Farewell', '$9.00');
});
