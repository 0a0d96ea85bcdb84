/** A signed-in person whose pages share one sign-in, for browser tests of many screens. */
import type { Browser, BrowserContext, BrowserContextOptions, Page, ViewportSize } from '@playwright/test';
import { expect } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import type { TestBackend } from './backend.ts';
import { giveSession } from './given-session.ts';

const PASSWORD = 'correct horse battery';

export interface Person {
  email: string;
  userId: string;
  /** Their default account, `Personal`, with the built-in categories. */
  accountId: string;
  context: BrowserContext;
  /** Opens a new, signed-in page at this path. It has its size before it loads, so that no part moves for a new one. */
  open(path: string, size?: ViewportSize): Promise<Page>;
}

/** A user or visitor of the app. A visitor's account id is empty. */
export type Viewer = Pick<Person, 'accountId' | 'context' | 'open'>;

/** A user whom the backend knows, without a browser. */
export type Registered = Pick<Person, 'email' | 'userId' | 'accountId'>;

/** Signs up over HTTP. The person has no account yet. */
export async function signUp(backend: TestBackend, email: string): Promise<{ userId: string; password: string }> {
  const { userId } = await signedUp(backend, email);
  return { userId, password: PASSWORD };
}

/** Signs up over HTTP and opens the default account. */
export async function register(backend: TestBackend, email: string): Promise<Registered> {
  const { client, userId } = await signedUp(backend, email);
  const account = await client.rpc('get_or_create_default_account');
  if (account.error) throw account.error;
  return { email, userId, accountId: String(account.data) };
}

async function signedUp(backend: TestBackend, email: string) {
  const client = createClient(backend.url, backend.anonKey, { auth: { persistSession: false } });
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  if (!data.user) throw new Error(`${email} was not signed up`);
  return { client, userId: data.user.id };
}

/** A visitor's browser, without a service worker: it shows what the server sends. */
export async function visit(
  browser: Browser,
  backend: TestBackend,
  options: BrowserContextOptions = {},
): Promise<Viewer> {
  const context = await browser.newContext({
    baseURL: backend.url,
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    ...options,
  });
  return {
    accountId: '',
    context,
    async open(path, size) {
      const page = await context.newPage();
      if (size) await page.setViewportSize(size);
      await page.goto(path);
      return page;
    },
  };
}

/** The browser of somebody who has started there without a login. */
export async function startHere(
  browser: Browser,
  backend: TestBackend,
  options: BrowserContextOptions = {},
): Promise<Viewer> {
  const visitor = await visit(browser, backend, options);
  const page = await visitor.open('/');
  await page.getByRole('button', { name: 'Start on this device' }).click();
  await expect(page.getByRole('complementary', { name: 'Only on this device' })).toBeVisible();
  await page.close();
  return visitor;
}

/** A new browser in which this person is logged in, with their data. Nobody types into the log-in form. */
export async function logIn(
  browser: Browser,
  backend: TestBackend,
  known: Registered,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const visitor = await visit(browser, backend, options);
  const page = await visitor.context.newPage();
  await giveSession(page, backend.url, { email: known.email, password: PASSWORD });
  await page.goto('/');
  await expect(page.getByText('Current Balance')).toBeVisible();
  await page.close();
  return { ...visitor, ...known };
}

/** Registers and logs in. */
export async function signIn(browser: Browser, backend: TestBackend, email: string): Promise<Person> {
  return logIn(browser, backend, await register(backend, email));
}
