/** Two people share an account, from the invitation until one leaves. Each has a device, and mails go between them. */
import { join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import { createMailOutbox, type StoredMail } from '../../supabase/embedded/mail/mail.ts';
import { violations } from '../support/axe.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import { chooseIn } from '../support/list-field.ts';
import { profileFolder } from '../support/profile-folder.ts';
import { openAccountPage } from '../support/screen-parts.ts';

const password = 'correct horse battery';

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

async function mailsTo(email: string): Promise<StoredMail[]> {
  const mails = await createMailOutbox(join(backend.dataDir, 'outbox')).list();
  return mails.filter(({ to }) => to === email);
}

/** The link in the newest mail to this address. */
async function linkTo(email: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(email)).length).toBeGreaterThan(0);
  const [mail] = await mailsTo(email);
  const link = /href="([^"]+)"/.exec(mail?.html ?? '')?.[1];
  if (!link) throw new Error('the mail has no link');
  return link.replaceAll('&amp;', '&');
}

/** The device of a new person with this account. */
const settle = (name: string, account: string): Promise<Device> =>
  Device.ofNewPerson(profileFolder(name), backend.url, `${name}@example.org`, account);

async function fillInvitation({ page }: Device, email: string, role: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Manage User Access' });
  await form.getByLabel('Email Address').fill(email);
  await form.getByLabel('Access Level').selectOption(role);
  await form.getByRole('button', { name: 'Send Invite' }).click();
}

async function invite(device: Device, email: string, role: string, to: string): Promise<void> {
  await fillInvitation(device, email, role);
  await expect(device.page.getByText(`Invitation email sent to ${email} for ${to}.`)).toBeVisible();
}

const settings = (device: Device, query: string) => device.page.goto(`${backend.url}/settings?${query}`);
const pending = ({ page }: Device): Locator => page.getByRole('list', { name: 'Pending Invitations' });
const invitedUsers = ({ page }: Device, name: string): Locator =>
  page.getByRole('list', { name: `Invited users of ${name}` });

test('an invitation leads from the mail to shared money, a lowered role holds, and leaving ends it', async () => {
  const anna = await settle('anna', 'Household');
  await openAccountPage(anna.page, 'Household');
  await anna.page.getByRole('link', { name: 'Invite Users' }).click();
  await expect(anna.page.getByRole('combobox', { name: 'Account' })).toHaveValue('Household');
  await invite(anna, 'ben@example.org', 'member', 'Household');
  await expect(pending(anna)).toContainText('ben@example.org');
  // There is no mail server. Anna could hand over the link that the mail in the mail outbox has.
  await pending(anna).getByRole('button', { name: 'QR code for ben@example.org' }).click();
  const link = anna.page.getByRole('dialog', { name: 'Invitation link' });
  await expect(link.getByText(await linkTo('ben@example.org'), { exact: true })).toBeVisible();
  expect(await violations(anna.page)).toEqual([]);
  await link.getByRole('button', { name: 'Close' }).click();

  // Ben does not know Carryover. The mail leads him through signing up to the invitation.
  const ben = await Device.open(profileFolder('ben'), await linkTo('ben@example.org'));
  await expect(ben.page.getByText('You are invited')).toBeVisible();
  await ben.page.getByRole('tab', { name: 'Sign Up' }).click();
  await ben.submitCredentials('Sign Up', { email: 'ben@example.org', password });
  await expect(ben.page.getByText('Sign up successful')).toBeVisible();
  await ben.submitCredentials('Login', { email: 'ben@example.org', password });
  await expect(ben.page.getByText('Invited by anna@example.org')).toBeVisible();
  await ben.page.getByRole('button', { name: 'Accept Household' }).click();
  await expect(ben.page.getByText('You now have access to Household.')).toBeVisible();
  await expect(ben.page.getByRole('heading', { name: 'Household' })).toBeVisible();

  await settings(anna, 'tab=manageAccess');
  await expect(invitedUsers(anna, 'Household')).toContainText('Joined');

  await anna.page.goto(backend.url);
  await ben.page.goto(backend.url);
  await anna.add({ category: 'Housing', description: 'Rent', amount: '980' });
  await ben.add({ type: 'Income', category: 'Salary', description: 'Wages', amount: '2100' });
  for (const device of [anna, ben]) {
    await expect(device.row('Rent')).toContainText('anna@example.org');
    await expect(device.row('Wages')).toContainText('ben@example.org');
    await device.expectSummary({ 'Current Balance': '+$1,120.00' });
  }
  await expect(ben.page.getByRole('button', { name: 'Edit Wages' })).toBeVisible();
  await expect(ben.page.getByRole('button', { name: 'Edit Rent' })).toHaveCount(0);

  await ben.upToDate();
  await ben.offlineReady();
  await ben.goOffline();
  await settings(anna, 'tab=manageAccess');
  await anna.page.getByRole('combobox', { name: 'Access level of ben@example.org' }).selectOption('viewer');
  await expect(anna.page.getByText('Access level changed')).toBeVisible();
  await anna.upToDate();
  await ben.add({ category: 'Food', description: 'Snacks', amount: '4.50' });
  await expect(ben.row('Snacks')).toBeVisible();
  await ben.goOnline();
  await expect(ben.syncState).toHaveAccessibleName('Sync: Needs your attention (1)');
  await ben.syncState.click();
  const panel = ben.page.getByRole('dialog', { name: 'Sync state' });
  await expect(panel.getByText('Add transaction: Snacks, -$4.50')).toBeVisible();
  await panel.getByRole('button', { name: 'Discard' }).click();
  await ben.page.getByRole('dialog', { name: 'Discard this entry?' }).getByRole('button', { name: 'Discard' }).click();
  await ben.page.keyboard.press('Escape');
  await ben.upToDate();
  await expect(ben.row('Snacks')).toHaveCount(0);
  await expect(ben.form).toHaveCount(0);
  await expect(ben.page.getByRole('button', { name: 'Edit Wages' })).toHaveCount(0);

  await settings(ben, 'tab=manageAccess');
  await ben.page.getByRole('button', { name: 'Leave Household' }).click();
  await ben.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(ben.page.getByText('You have left Household.')).toBeVisible();
  await expect(ben.page.getByRole('heading', { name: 'Household' })).toHaveCount(0);
  await ben.upToDate();
  await expect(anna.page.getByText('No invited users')).toBeVisible();
  await anna.page.goto(backend.url);
  await expect(anna.row('Wages')).toBeVisible();
  const stored = await backend.sql`
    select description from public.transactions where account_id in (select account_id from public.accounts
      where account_name = 'Household') order by description`;
  expect(stored.map(({ description }) => description)).toEqual(['Rent', 'Wages']);
  await Promise.all([anna.close(), ben.close()]);
});

test('an invitation written without a connection waits, says so, and is mailed once when it is back', async () => {
  const cleo = await settle('cleo', 'Cabin');
  await cleo.offlineReady();
  await settings(cleo, 'tab=userAccess');
  await expect(cleo.page.getByRole('combobox', { name: 'Account' })).toBeVisible();
  await cleo.goOffline();
  await fillInvitation(cleo, 'dan@example.org', 'viewer');
  await expect(cleo.page.getByText('The invitation to dan@example.org waits, and is sent as soon as')).toBeVisible();
  await expect(pending(cleo).getByRole('img', { name: 'Waiting to sync' })).toBeVisible();
  expect(await mailsTo('dan@example.org')).toEqual([]);

  // Another invitation is revoked before anybody received it.
  await fillInvitation(cleo, 'eve@example.org', 'viewer');
  await cleo.page.getByRole('button', { name: 'Revoke invitation of eve@example.org' }).click();
  await expect(cleo.page.getByText('The invitation has been revoked.')).toBeVisible();

  await cleo.goOnline();
  await expect(cleo.page.getByText('Invitation email sent to dan@example.org for Cabin.')).toBeVisible();
  await cleo.upToDate();
  await expect(pending(cleo).getByRole('img', { name: 'Waiting to sync' })).toHaveCount(0);
  expect(await mailsTo('dan@example.org')).toHaveLength(1);
  expect(await mailsTo('eve@example.org')).toEqual([]);

  await fillInvitation(cleo, 'Dan@example.org', 'viewer');
  await expect(cleo.page.getByText('Already invited')).toBeVisible();
  await cleo.close();
});

test('a guest of a budget contributes income to it and sees nothing else of the account', async () => {
  const fay = await settle('fay', 'Flat');
  await fay.add({ category: 'Housing', description: 'Rent', amount: '700' });
  await fay.add({ category: 'Food', description: 'Pasta', amount: '3.20' });
  await settings(fay, 'tab=budget');
  await fay.page.getByLabel('Budget Name').fill('Eating');
  await fay.page.getByLabel('Budget Amount').fill('200');
  await chooseIn(fay.page.getByLabel('Budget Category'), 'Food');
  await fay.page.getByRole('button', { name: 'Create Budget' }).click();
  await expect(fay.page.getByText('Budget created')).toBeVisible();
  await fay.page.goto(`${backend.url}/?tab=budgets`);
  await fay.page.getByRole('button', { name: 'Eating' }).click();
  await expect(fay.page.getByText('No users have been invited to this budget.')).toBeVisible();
  await fay.page.getByRole('link', { name: 'Invite Users' }).click();
  await invite(fay, 'gus@example.org', 'member', 'Eating');

  const gus = await settle('gus', 'Own');
  await settings(gus, 'tab=manageAccess');
  await gus.page.getByRole('button', { name: 'Accept Eating' }).click();
  await expect(gus.page.getByText('You now have access to Eating.')).toBeVisible();
  await gus.page.goto(`${backend.url}/?tab=accounts`);
  await expect(gus.page.getByRole('main').getByRole('link', { name: 'Own', exact: true })).toBeVisible();
  await expect(gus.page.getByRole('link', { name: /^Flat/ })).toHaveCount(0);

  await gus.page.goto(`${backend.url}/?tab=budgets`);
  await gus.page.getByRole('button', { name: 'Eating' }).click();
  const dialog = gus.page.getByRole('dialog', { name: 'Eating' });
  await expect(dialog.getByText('Pasta')).toBeVisible();
  await expect(dialog.getByText('Rent')).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: 'Invite Users' })).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: 'Edit budget' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Contribute' }).click();
  const contribution = gus.page.getByRole('dialog', { name: /Contribute/ });
  await expect(contribution.getByRole('radio', { name: 'Expense' })).toHaveCount(0);
  await contribution.getByLabel('Amount').fill('25');
  await contribution.getByLabel('Description').fill('My share');
  await contribution.getByRole('button', { name: 'Contribute' }).click();
  await dialog.getByRole('button', { name: 'Edit My share' }).click();
  await gus.page.getByRole('dialog', { name: 'Edit contribution' }).getByLabel('Amount').fill('30');
  await gus.page.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('+$30.00')).toBeVisible();
  await gus.page.keyboard.press('Escape');
  await gus.upToDate();
  await fay.page.goto(backend.url);
  await expect(fay.row('My share')).toContainText('gus@example.org');
  await expect(fay.row('My share')).toContainText('$30.00');

  // Rows that Ben may no longer see leave his device. The transactions stay in the account.
  await settings(fay, 'tab=manageAccess&budget=any');
  await fay.page.getByRole('button', { name: 'Remove gus@example.org' }).click();
  await fay.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(fay.page.getByText('gus@example.org no longer has access to Eating.')).toBeVisible();
  await expect(gus.page.getByText('No budgets found.')).toBeVisible();
  await fay.page.goto(backend.url);
  await expect(fay.row('My share')).toBeVisible();
  await Promise.all([fay.close(), gus.close()]);
});

test('the screens of sharing keep to WCAG 2.2 AA on a narrow phone and a wide screen, light and dark', async () => {
  const hal = await settle('hal', 'Boat');
  const ida = await settle('ida', 'Barn');
  await settings(ida, 'tab=userAccess');
  await invite(ida, 'hal@example.org', 'admin', 'Barn');
  await ida.close();
  await settings(hal, 'tab=userAccess');
  await invite(hal, 'somebody.with-a-long-address@subdomain.example.org', 'member', 'Boat');
  await expect(hal.page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  for (const [place, there] of [
    ['?tab=dashboard', hal.page.getByRole('link', { name: 'See invitation' })],
    ['settings?tab=userAccess', hal.page.getByRole('button', { name: /^Resend/ })],
    ['settings?tab=manageAccess', hal.page.getByRole('button', { name: 'Accept Barn' })],
  ] as const) {
    await hal.page.goto(`${backend.url}/${place}`);
    await expect(there).toBeVisible();
    for (const width of [320, 1440]) {
      await hal.page.setViewportSize({ width, height: 800 });
      await hal.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      expect(await violations(hal.page), `${place}, light, ${width} px`).toEqual([]);
      // The themes differ only in colours.
      await hal.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      expect(await violations(hal.page, 'colours'), `${place}, dark, ${width} px`).toEqual([]);
      const beyond = await hal.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyond, `${place} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
  await hal.close();
});
