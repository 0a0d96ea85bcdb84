/** One person's device in a browser test: its own profile on disk, and what its owner does on the screens. */
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { BackendConfig } from '../../src/domain/backend-config.ts';
import { openProfile } from './chromium.ts';
import { type Credentials, giveSession } from './given-session.ts';
import { chooseIn } from './list-field.ts';

export interface Entry {
  type?: 'Income' | 'Expense';
  category: string;
  description: string;
  /** As typed, in dollars. */
  amount: string;
}

export class Device {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly url: string;

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.context = context;
    this.page = page;
    this.url = url;
  }

  /** Opens the app at `url` with the profile in `folder`. The same folder again is the same device. */
  static async open(folder: string, url: string): Promise<Device> {
    const context = await openProfile(folder);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(url);
    return new Device(context, page, new URL(url).origin);
  }

  /** Opens the app as somebody who is logged in already. For tests that are about something else than logging in. */
  static async loggedIn(folder: string, url: string, credentials: Credentials): Promise<Device> {
    const context = await openProfile(folder);
    const page = context.pages()[0] ?? (await context.newPage());
    await giveSession(page, url, credentials);
    await page.goto(url);
    return new Device(context, page, new URL(url).origin);
  }

  /** The same for a new person with one account. Neither the log-in form nor the first screen is used. */
  static async ofNewPerson(folder: string, url: string, email: string, account = 'Household'): Promise<Device> {
    const owner = { email, password: 'correct horse battery' };
    await signUpWithAccount(url, owner, account);
    const device = await Device.loggedIn(folder, url, owner);
    await expect(device.page.getByText('Current Balance')).toBeVisible();
    await device.upToDate();
    return device;
  }

  /** The same, but the device is offline from the start. */
  static async openOffline(folder: string, url: string): Promise<Device> {
    const context = await openProfile(folder);
    await context.setOffline(true);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(url);
    return new Device(context, page, url);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  /** Signs up without the screen, for tests that are about something else. */
  async register(credentials: Credentials): Promise<void> {
    await signUpOverHttp(this.url, credentials);
  }

  async signUp(credentials: Credentials): Promise<void> {
    await this.page.goto(`${this.url}/auth`);
    await this.page.getByRole('tab', { name: 'Sign Up' }).click();
    await this.submitCredentials('Sign Up', credentials);
    await expect(this.page.getByText('Sign up successful')).toBeVisible();
    await expect(this.page.getByRole('tab', { name: 'Login', selected: true })).toBeVisible();
  }

  async logIn(credentials: Credentials): Promise<void> {
    if (!this.page.url().endsWith('/auth')) await this.page.goto(`${this.url}/auth`);
    await this.submitCredentials('Login', credentials);
    await expect(this.page.getByText('Login successful')).toBeVisible();
  }

  async submitCredentials(tab: string, { email, password }: Credentials): Promise<void> {
    const form = this.page.getByRole('tabpanel', { name: tab });
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Password', { exact: true }).fill(password);
    await form.getByLabel('Password', { exact: true }).press('Enter');
  }

  /** The only step between signing up and the dashboard. */
  async createFirstAccount(name: string): Promise<void> {
    await this.page.getByLabel('Account name').fill(name);
    await this.page.getByRole('button', { name: 'Create account' }).click();
    await expect(this.page.getByText('Account created')).toBeVisible();
    await expect(this.page.getByText('Current Balance')).toBeVisible();
  }

  get form(): Locator {
    return this.page.getByRole('form', { name: 'Add transaction' });
  }

  async add({ type = 'Expense', category, description, amount }: Entry): Promise<void> {
    await this.form.getByRole('radio', { name: type }).check();
    await chooseIn(this.form.getByLabel('Category'), category);
    await this.form.getByLabel('Description').fill(description);
    await this.form.getByLabel('Amount').fill(amount);
    await this.form.getByRole('button', { name: 'Add Transaction' }).click();
    await expect(this.row(description)).toBeVisible();
  }

  row(description: string): Locator {
    return this.page.getByRole('row', { name: new RegExp(description) });
  }

  /** Opens the row's dialog, types the given fields and saves. */
  async edit(description: string, fields: { amount?: string; description?: string; date?: string }): Promise<void> {
    await this.page.getByRole('button', { name: `Edit ${description}` }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Edit Transaction' });
    if (fields.amount !== undefined) await dialog.getByLabel('Amount').fill(fields.amount);
    if (fields.description !== undefined) await dialog.getByLabel('Description').fill(fields.description);
    if (fields.date !== undefined) await dialog.getByLabel('Date').fill(fields.date);
    await dialog.getByRole('button', { name: 'Update Transaction' }).click();
    await expect(dialog).toHaveCount(0);
  }

  async remove(description: string): Promise<void> {
    await this.page.getByRole('button', { name: `Delete ${description}` }).click();
    await expect(this.row(description)).toHaveCount(0);
  }

  /**
   * Waits until the summary cards, named by their titles, show these texts. The cards are read beside the rows, so they
   * may be drawn a moment before or after them.
   */
  async expectSummary(expected: { [title: string]: string }): Promise<void> {
    for (const [title, amount] of Object.entries(expected)) {
      const card = this.page.locator('dl > div', { hasText: title }).locator('dd').first();
      await expect(card).toHaveText(amount, { useInnerText: true });
    }
  }

  /** The control in the header that shows how far this device's entries have got. */
  get syncState(): Locator {
    return this.page.getByRole('button', { name: /^Sync:/ });
  }

  /** Waits until every entry has its verdict. One on which the server failed alone is held back for half a minute. */
  async sent(): Promise<void> {
    await expect.poll(() => this.page.evaluate(countUnsent), { timeout: 60_000 }).toBe(0);
  }

  /**
   * Waits until nothing waits and the header says so. The header is drawn a moment after a save, so the check asks the
   * database, too.
   */
  async upToDate(): Promise<void> {
    await this.sent();
    await expect(this.syncState).toHaveAccessibleName(/Up to date/, { timeout: 30_000 });
  }

  /** Resolves when the service worker controls the page and has stored the app on the device. */
  async offlineReady(): Promise<void> {
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
    });
  }

  /** Retries at once, as a person does who does not want to wait for the next attempt. */
  async syncNow(): Promise<void> {
    await this.syncState.click();
    await this.page.getByRole('button', { name: 'Sync now' }).click();
    await this.page.keyboard.press('Escape');
  }

  goOffline(): Promise<void> {
    return this.context.setOffline(true);
  }

  goOnline(): Promise<void> {
    return this.context.setOffline(false);
  }
}

/** Signs up, and returns a client that acts as the new person. */
async function signUpOverHttp(url: string, credentials: Credentials) {
  const config = v.parse(BackendConfig, await (await fetch(new URL('/config.json', url))).json());
  const client = createClient(config.supabaseUrl, config.supabaseKey, { auth: { persistSession: false } });
  const { error } = await client.auth.signUp(credentials);
  if (error) throw error;
  return client;
}

async function signUpWithAccount(url: string, owner: Credentials, account: string): Promise<void> {
  const client = await signUpOverHttp(url, owner);
  const opened = await client.rpc('get_or_create_default_account');
  if (opened.error) throw opened.error;
  const named = await client.from('accounts').update({ account_name: account }).eq('account_id', opened.data);
  if (named.error) throw named.error;
}

/** The number of entries on this device that have no verdict yet. Runs in the page. */
async function countUnsent(): Promise<number> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  let unsent = 0;
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('carryover-') || name === 'carryover-device') continue;
    const database = await done(indexedDB.open(name));
    const entries: { state: string }[] = await done(database.transaction('outbox').objectStore('outbox').getAll());
    unsent += entries.filter(({ state }) => state === 'pending' || state === 'in_flight').length;
    database.close();
  }
  return unsent;
}
