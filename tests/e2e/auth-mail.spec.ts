/** Signing up, recovery and invitations, from the mail to the screen: a backend with a mail server, which confirms addresses by mail. */
import { expect, type Page, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { type Credentials, Device } from '../support/device.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { countMails, readLink } from '../support/mailbox.ts';

let mailServer: MailServer;
let backend: TestBackend;

test.beforeAll(async () => {
  mailServer = await startMailServer();
  backend = await startTestBackend({ appDir, smtpUrl: mailServer.url });
});

test.afterAll(async () => {
  await backend.stop();
  await mailServer.stop();
});

const open = (name: string) => Device.open(test.info().outputPath(name), backend.url);

/** Signs up, follows the link of the mail and opens the first account. */
async function settle(device: Device, person: Credentials): Promise<void> {
  await device.signUp(person);
  await device.page.goto(await readLink(mailServer, person.email));
  await device.createFirstAccount('Household');
}

const path = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** Asks for the recovery mail by the form; resolves with its link. */
async function recover(page: Page, email: string): Promise<string> {
  const seen = countMails(mailServer, email);
  await page.goto(`${backend.url}/auth`);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`If ${email} has an account, the link is on its way.`)).toBeVisible();
  return readLink(mailServer, email, seen);
}

test('an address is confirmed by the link of a mail before the first log-in, once', async () => {
  const ada = { email: 'ada@example.org', password: 'correct horse battery' };
  const phone = await open('phone');
  await phone.signUp(ada);
  await expect(phone.page.getByText('Please check your email for verification instructions.')).toBeVisible();
  await phone.submitCredentials('Login', ada);
  await expect(phone.page.getByRole('alert').filter({ hasText: 'Login failed' }).first()).toBeVisible();

  const link = await readLink(mailServer, ada.email);
  await phone.page.goto(link);
  await phone.createFirstAccount('Household');
  expect(path(phone.page)).toBe('/');

  const laptop = await open('laptop');
  await laptop.page.goto(link);
  await expect(laptop.page.getByText('Login failed')).toBeVisible();
  await expect.poll(() => path(laptop.page)).toBe('/auth');
  await laptop.logIn(ada);
  await expect(laptop.page.getByText('Current Balance')).toBeVisible();
  await phone.close();
  await laptop.close();
});

test('a forgotten password is replaced through the mail, and only the new one logs in', async () => {
  const ben = { email: 'ben@example.org', password: 'correct horse battery' };
  const phone = await open('phone');
  await settle(phone, ben);
  await phone.upToDate();

  const laptop = await open('laptop');
  await laptop.page.goto(await recover(laptop.page, ben.email));
  const password = laptop.page.getByLabel('New password');
  await expect(password).toBeVisible();
  // The address keeps no token, and the page can be loaded again.
  await expect.poll(() => path(laptop.page)).toBe('/auth/callback?type=recovery');
  await laptop.page.reload();
  await password.fill('a new horse battery');
  await laptop.page.getByRole('button', { name: 'Save password' }).click();
  await expect(laptop.page.getByText('Password updated')).toBeVisible();
  await expect(laptop.page.getByText('Current Balance')).toBeVisible();

  const tablet = await open('tablet');
  await tablet.page.goto(`${backend.url}/auth`);
  await tablet.submitCredentials('Login', ben);
  await expect(tablet.page.getByText('Invalid login credentials').first()).toBeVisible();
  await tablet.logIn({ ...ben, password: 'a new horse battery' });
  await expect(tablet.page.getByText('Current Balance')).toBeVisible();
  for (const device of [phone, laptop, tablet]) await device.close();
});

test('the link of an invitation leads through sign-up and its mail to Manage Access', async () => {
  const cy = { email: 'cy@example.org', password: 'correct horse battery' };
  const phone = await open('phone');
  await phone.page.goto(`${backend.url}/auth?next=manageAccess`);
  await expect(phone.page.getByText('You are invited')).toBeVisible();
  await phone.page.getByRole('tab', { name: 'Sign Up' }).click();
  await phone.submitCredentials('Sign Up', cy);
  await phone.page.goto(await readLink(mailServer, cy.email));
  await expect.poll(() => path(phone.page)).toBe('/settings?tab=manageAccess');

  // Who is signed in already goes there at once, and who logs in as well.
  await phone.page.goto(`${backend.url}/auth?next=manageAccess`);
  await expect.poll(() => path(phone.page)).toBe('/settings?tab=manageAccess');
  const laptop = await open('laptop');
  await laptop.page.goto(`${backend.url}/auth?next=manageAccess`);
  await laptop.submitCredentials('Login', cy);
  await expect.poll(() => path(laptop.page)).toBe('/settings?tab=manageAccess');
  await phone.close();
  await laptop.close();
});

test('a link names a place and no address, so it cannot lead out of the app', async () => {
  const dee = { email: 'dee@example.org', password: 'correct horse battery' };
  const phone = await open('phone');
  await settle(phone, dee);
  for (const next of ['https://evil.example', '//evil.example', '/settings', 'javascript:alert(1)']) {
    await phone.page.goto(`${backend.url}/auth?next=${encodeURIComponent(next)}`);
    await expect.poll(() => phone.page.url()).toBe(`${backend.url}/`);
  }
  await phone.close();
});

test("somebody else's link does not take over a device that is in use", async () => {
  const eve = { email: 'eve@example.org', password: 'correct horse battery' };
  const fay = { email: 'fay@example.org', password: 'correct horse battery' };
  const phone = await open('phone');
  await settle(phone, fay);
  await phone.add({ category: 'Food', description: 'Tea', amount: '3.10' });
  await phone.upToDate();
  const laptop = await open('laptop');
  await settle(laptop, eve);

  const tablet = await open('tablet');
  await phone.page.goto(await recover(tablet.page, eve.email));
  await expect(phone.page.getByText('Somebody else is logged in here.')).toBeVisible();
  await expect(phone.row('Tea')).toBeVisible();
  await phone.page.reload();
  await expect(phone.row('Tea')).toBeVisible();
  for (const device of [phone, laptop, tablet]) await device.close();
});
