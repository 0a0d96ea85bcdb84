/**
 * How much JavaScript a person downloads, in kilobytes (1,000 bytes) after gzip: everything that the page and its
 * workers request until the network is quiet. The service worker is blocked. What it stores for offline use comes
 * later, beside a page that already works. What a first page does without is weighed part by part (decision 43).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Locator, type Page, type Response, test } from '@playwright/test';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { enter } from '../support/screen-parts.ts';

/** `later`: a screen, a dialog, a sheet or an editor, each with all that it needs besides the first page. */
const budget = { signIn: 231, dashboard: 346, firstPaint: 165, later: 72, chart: 130 };

/** A chart has the library that draws all of them. It comes after the reports around it. */
const CHART = /-chart-[\w-]+\.js$/;
const REPORTS = /^reports-tab-[\w-]+\.js$/;

/** The form of the dashboard is fetched when the page has come to rest, so while its weight is measured. */
const ENTRY_FORM = /^entry-form-[\w-]+\.js$/;

test.use({ serviceWorkers: 'block' });

let backend: TestBackend;

test.beforeAll(async () => {
  backend = await startTestBackend({ appDir });
});

test.afterAll(() => backend.stop());

interface Download {
  /** Before the first paint; nothing else was let through until then. */
  firstPaint: number;
  total: number;
  /** Kilobytes by the name of the file. */
  sizes: ReadonlyMap<string, number>;
  /** One line for each file, for the message of a failure. */
  files: string;
}

/**
 * Opens `path` and weighs the responses. Scripts that the document does not name itself are held back until the first
 * paint. If the first paint needs more scripts, it never comes and the test fails. `last`: what comes last.
 */
async function weigh(page: Page, path: string, last: Locator): Promise<Download> {
  const document = await page.request.get(backend.url + path, { headers: { accept: 'text/html' } });
  const html = await document.text();
  const named = new Set([...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, file = '']) => backend.url + file));
  expect(named.size, 'scripts that the document names').toBeGreaterThan(0);

  const responses: Response[] = [];
  const collect = (response: Response) => {
    if (response.headers()['content-type']?.startsWith('text/javascript')) responses.push(response);
  };
  page.on('response', collect);
  const painted = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    if (!named.has(route.request().url())) await painted.promise;
    await route.continue();
  });
  await page.goto(backend.url + path, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  painted.resolve();
  await expect(last).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.unroute('**/*.js');
  page.off('response', collect);

  const files = await Promise.all(
    responses.map(async (response) => ({ url: response.url(), bytes: gzipSync(await response.body()).length })),
  );
  const sum = (list: typeof files) => list.reduce((bytes, file) => bytes + file.bytes, 0) / 1000;
  return {
    firstPaint: sum(files.filter(({ url }) => named.has(url))),
    total: sum(files),
    sizes: new Map(files.map(({ url, bytes }) => [url.slice(url.lastIndexOf('/') + 1), bytes / 1000])),
    files: files.map(({ url, bytes }) => `${(bytes / 1000).toFixed(1)} kB ${new URL(url).pathname}`).join('\n'),
  };
}

async function signUpAndIn(page: Page): Promise<void> {
  const credentials = { email: 'budget@example.org', password: 'correct horse battery' };
  const submit = async (tab: string) => {
    const form = page.getByRole('tabpanel', { name: tab });
    await form.getByLabel('Email').fill(credentials.email);
    await form.getByLabel('Password').fill(credentials.password);
    await form.getByLabel('Password').press('Enter');
  };
  await page.goto(`${backend.url}/auth`);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await submit('Sign Up');
  await expect(page.getByRole('tab', { name: 'Login', selected: true })).toBeVisible();
  await submit('Login');
  await page.getByLabel('Account name').fill('Household');
  await page.getByRole('button', { name: 'Create account' }).click();
  await enter(page, { category: 'Food', description: 'A first row', amount: '25' });
}

interface BuiltFile {
  bytes: number;
  /** The files that come with it. */
  with: string[];
  /** The files that it fetches later. */
  later: string[];
}

/** All scripts of the built app, by name. */
function builtFiles(): Map<string, BuiltFile> {
  const folder = join(appDir, 'assets');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return new Map(
    names.map((name) => {
      const source = readFileSync(join(folder, name), 'utf8');
      const all = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, file = '']) => file);
      const built = {
        bytes: gzipSync(source).length,
        with: all(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g),
        later: all(/import\(\s*["'`]\.\/([\w.-]+\.js)["'`]/g),
      };
      return [name, built];
    }),
  );
}

/** These files and all that comes with them. */
function needed(entries: Iterable<string>, files: ReadonlyMap<string, BuiltFile>): Set<string> {
  const found = new Set(entries);
  for (const name of found) for (const other of files.get(name)?.with ?? []) found.add(other);
  return found;
}

/** The files that were fetched for the entry form alone. */
function filesOfForm(fetched: ReadonlySet<string>): Set<string> {
  const files = builtFiles();
  const form = needed(
    [...fetched].filter((name) => ENTRY_FORM.test(name)),
    files,
  );
  return form.difference(needed(fetched.difference(form), files));
}

/** Each part that is fetched later, heaviest first, in kilobytes besides the files of the first page. */
function laterParts(firstPage: ReadonlySet<string>): { name: string; size: number }[] {
  const files = builtFiles();
  const weigh = (entry: string): number =>
    [...needed([entry], files).difference(firstPage)].reduce(
      (sum, name) => sum + (files.get(name)?.bytes ?? Number.NaN),
      0,
    );
  const entries = new Set([...files.values()].flatMap(({ later }) => later));
  const parts = [...entries.difference(firstPage)].map((name) => ({ name, size: weigh(name) / 1000 }));
  return parts.sort((a, b) => b.size - a.size);
}

test('the sign-in page is within its budget', async ({ page }) => {
  const { firstPaint, total, files } = await weigh(page, '/auth', page.getByRole('tab', { name: 'Login' }));
  expect(firstPaint, files).toBeLessThanOrEqual(budget.firstPaint);
  expect(total, files).toBeLessThanOrEqual(budget.signIn);
});

test('the signed-in dashboard is within its budget', async ({ page, context }) => {
  await signUpAndIn(page);
  await page.close();
  const opened = await context.newPage();
  const form = opened.getByRole('form', { name: 'Add transaction' });
  const { firstPaint, total, files, sizes } = await weigh(opened, '/', form);
  expect(firstPaint, files).toBeLessThanOrEqual(budget.firstPaint);
  const fetched = new Set(sizes.keys());
  const ofForm = filesOfForm(fetched);
  const formSize = [...ofForm].reduce((sum, name) => sum + (sizes.get(name) ?? Number.NaN), 0);
  expect(formSize, 'the entry form').toBeGreaterThan(0);
  expect(formSize, 'the entry form').toBeLessThanOrEqual(budget.later);
  expect(total - formSize, files).toBeLessThanOrEqual(budget.dashboard);
  const first = fetched.difference(ofForm);
  const parts = laterParts(first);
  expect(parts.length, 'parts that are fetched later').toBeGreaterThan(20);
  for (const { name, size } of parts.filter((part) => !CHART.test(part.name))) {
    expect(size, name).toBeLessThanOrEqual(budget.later);
  }
  const built = builtFiles();
  const reports = [...built.keys()].filter((name) => REPORTS.test(name));
  expect(reports).toHaveLength(1);
  const charts = laterParts(needed(reports, built).union(first)).filter(({ name }) => CHART.test(name));
  expect(charts).toHaveLength(3);
  for (const { name, size } of charts) expect(size, name).toBeLessThanOrEqual(budget.chart);
});
