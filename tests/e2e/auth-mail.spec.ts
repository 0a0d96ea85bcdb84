/**
 * Signing up, recovery and invitations, from the mail to the screen. The backend has a mail server and confirms
 * addresses by mail.
 */
import { expect, type Page, test } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { Device } from '../support/device.ts';
import type { Credentials } from '../support/given-session.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { countMails, readLink } from '../support/mailbox.ts';
import { profileFolder } from '../support/profile-folder.ts';

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

const open = (name: string) => Device.open(profileFolder(name), backend.url);

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

/** Asks for the recovery mail with the form; resolves with its link. */
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
  // The page's address holds no token, and the page can be reloaded.
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

test('who takes longer than ten minutes for the new password is asked for the present one', async () => {
  const eva = { email: 'eva@example.org', password: 'correct horse battery' };
  const phone = await open('phone');
  await settle(phone, eva);
  await backend.sql`update auth.sessions set created_at = now() - interval '11 minutes'
    where user_id = (select id from auth.users where email = ${eva.email})`;
  await phone.page.goto(`${backend.url}/auth/callback?type=recovery`);
  await phone.page.getByLabel('New password').fill('a new horse battery');
  const save = phone.page.getByRole('button', { name: 'Save password' });
  await save.click();
  await expect(phone.page.getByText('You logged in more than ten minutes ago.')).toBeVisible();
  const present = phone.page.getByLabel('Present password');
  await present.fill('a guess');
  await save.click();
  await expect(phone.page.getByText('The present password is another one')).toBeVisible();
  await present.fill(eva.password);
  await save.click();
  await expect(phone.page.getByText('Password updated')).toBeVisible();
  await phone.close();
});

test('a new address is confirmed in both mailboxes, and the first link says that the other is to come', async () => {
  const fay = { email: 'fay@example.org', password: 'correct horse battery' };
  const phone = await open('phone');
  await settle(phone, fay);
  const client = createClient(backend.url, backend.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  await client.auth.signInWithPassword(fay);
  const seen = countMails(mailServer, fay.email);
  expect((await client.auth.updateUser({ email: 'fay@example.com' })).error).toBeNull();
  await phone.page.goto(await readLink(mailServer, fay.email, seen));
  await expect(phone.page.getByText('This mailbox has confirmed')).toBeVisible();
  await expect(phone.page.getByText('Current Balance')).toBeVisible();
  await phone.page.goto(await readLink(mailServer, 'fay@example.com'));
  await expect(phone.page.getByText('Current Balance')).toBeVisible();
  await expect(phone.page.getByText('This mailbox has confirmed')).toHaveCount(0);
  expect((await client.auth.getUser()).data.user?.email).toBe('fay@example.com');
  await phone.close();
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

  // A signed-in user gets there at once, and so does a user who logs in.
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

test('a user who mistypes too often reads how long to wait; their other device still sends its entries', async () => {
  const strict = await startTestBackend({ appDir, authLimits: { password: { count: 2, seconds: 540 } } });
  const gus = { email: 'gus@example.org', password: 'correct horse battery' };
  const phone = await Device.open(profileFolder('strict-phone'), strict.url);
  await phone.signUp(gus);
  await phone.logIn(gus);
  await phone.createFirstAccount('Household');
  const laptop = await Device.open(profileFolder('strict-laptop'), strict.url);
  await laptop.page.goto(`${strict.url}/auth`);
  for (const password of ['first guess', 'second guess', gus.password]) {
    await laptop.submitCredentials('Login', { ...gus, password });
    const words = password === gus.password ? /Too many attempts.*Try again in 9 minutes/ : 'Invalid login credentials';
    await expect(laptop.page.getByText(words).first()).toBeVisible();
  }
  await expect(laptop.page.getByLabel('Email')).toHaveValue(gus.email);
  await phone.add({ category: 'Food', description: 'Tea', amount: '3.10' });
  await phone.upToDate();
  for (const device of [phone, laptop]) await device.close();
  await strict.stop();
});
