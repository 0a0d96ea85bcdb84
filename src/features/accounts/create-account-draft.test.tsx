// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '#store/database/database';
import { idOf } from '#store/database/rows.fixture';
import { findDraft } from '#store/queries/drafts';
import { ACTOR, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { takeHandedDrafts } from '../../session/drafts/handed-drafts.ts';
import { writeOpenForms } from '../../session/drafts/open-forms.ts';
import { CreateAccountForm } from './create-account-form.tsx';

const onClose = vi.fn<() => void>();
let shown: Screen;
beforeEach(() => onClose.mockReset());
afterEach(async () => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  await shown.close();
});

const form = <CreateAccountForm onClose={onClose} />;

/** Opens the page, as after a reload: what the page before it has stored is there. */
async function visit(content: ReactNode = form) {
  await writeOpenForms();
  cleanup();
  shown = await showSignedIn(content, async () => {});
  await screen.findAllByRole('form', { name: 'New account' });
}

const nameIn = (place: HTMLElement = document.body) => within(place).getByLabelText<HTMLInputElement>('Account name');
const type = (name: string, place?: HTMLElement) => fireEvent.change(nameIn(place), { target: { value: name } });
const stored = async () => (await findDraft(shown.db, 'account'))?.values;
const isStored = (name: string) => waitFor(async () => expect(await stored()).toMatchObject({ name }));
const isForgotten = () => waitFor(async () => expect(await shown.db.drafts.count()).toBe(0));

const handed = (): unknown => JSON.parse(sessionStorage.getItem('carryover.drafts') ?? 'null');

/** The moment at which a user rests does not come. */
function neverRest() {
  const wait = globalThis.setTimeout;
  const withoutRest = (callback: () => void, ms?: number) => (ms === 300 ? wait(() => {}, 0) : wait(callback, ms));
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(Object.assign(withoutRest, { __promisify__: undefined }));
}

it('comes back filled after a reload, and says that it is not saved and from when', async () => {
  await visit();
  type('Shop');
  fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'business' } });
  expect(screen.queryByText(/Not saved yet/)).toBeNull();
  await visit();
  expect(await screen.findByText(/^Not saved yet: from \d+:\d\d [AP]M/)).toBeTruthy();
  expect(nameIn().value).toBe('Shop');
  expect(screen.getByLabelText<HTMLSelectElement>('Type').value).toBe('business');
});

it('names the day where the text is not from today', async () => {
  await visit();
  const keptAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const values = { name: 'Shop', type: 'personal', description: '' };
  await shown.db.drafts.put({ form: 'account', values, writer: idOf(9), keptAt });
  await visit();
  expect(await screen.findByText(/^Not saved yet: from [A-Z][a-z]+ \d+, \d{4}/)).toBeTruthy();
});

it('is stored when the user rests', async () => {
  await visit();
  type('Sh');
  type('Shop');
  await isStored('Shop');
  expect(await shown.db.drafts.count()).toBe(1);
});

it.each(['pagehide', 'visibilitychange'])('is stored at once on %s', async (leaving) => {
  neverRest();
  await visit();
  type('Shop');
  (leaving === 'pagehide' ? window : document).dispatchEvent(new Event(leaving));
  await isStored('Shop');
  expect(await shown.db.drafts.count()).toBe(1);
});

it.each(['while it waits', 'while it is written'])('reaches the page after a reload %s', async (moment) => {
  neverRest();
  await visit();
  // The browser drops the write of a page that ends.
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'AbortError');
  });
  type('Shop');
  if (moment === 'while it is written') document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('pagehide'));
  expect(handed()).toMatchObject({ drafts: [{ form: 'account', values: { name: 'Shop' } }] });
  cleanup();
  vi.restoreAllMocks();
  await visit();
  await waitFor(() => expect(nameIn().value).toBe('Shop'));
  expect(handed()).toBeNull();
});

it('is not handed to the next page once it is stored, or saved', async () => {
  neverRest();
  await visit();
  type('Shop');
  document.dispatchEvent(new Event('visibilitychange'));
  await isStored('Shop');
  await waitFor(() => {
    window.dispatchEvent(new Event('pagehide'));
    expect(handed()).toBeNull();
  });
  type('Shop and home');
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  window.dispatchEvent(new Event('pagehide'));
  expect(handed()).toBeNull();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

it('handed to the next page gives way to what another tab has written since', async () => {
  neverRest();
  await visit();
  type('Shop');
  window.dispatchEvent(new Event('pagehide'));
  const values = { name: 'Home', type: 'personal', description: '' };
  const keptAt = new Date(Date.now() + 5000).toISOString();
  await shown.db.drafts.put({ form: 'account', values, writer: idOf(9), keptAt });
  await takeHandedDrafts(shown.db);
  expect(await stored()).toMatchObject({ name: 'Home' });
});

it('goes when it is discarded, and the empty form has the focus', async () => {
  await visit();
  type('Shop');
  await visit();
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(nameIn().value).toBe(''));
  expect(document.activeElement).toBe(nameIn());
  expect(screen.queryByText(/Not saved yet/)).toBeNull();
  await isForgotten();
});

it('goes when the form is cleared by hand; what is typed then is new', async () => {
  await visit();
  type('Shop');
  await visit();
  await screen.findByText(/Not saved yet/);
  type('');
  expect(screen.queryByText(/Not saved yet/)).toBeNull();
  await isForgotten();
  type('Home');
  await isStored('Home');
  expect(screen.queryByText(/Not saved yet/)).toBeNull();
});

it('goes when the form is saved', async () => {
  await visit();
  type('Shop');
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await shown.db.accounts.toArray()).toMatchObject([{ name: 'Shop' }]);
  await visit();
  expect(await stored()).toBeUndefined();
  expect(nameIn().value).toBe('');
});

it('goes with Cancel', async () => {
  await visit();
  type('Shop');
  await isStored('Shop');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await isForgotten();
  expect(onClose).toHaveBeenCalled();
});

it('is not offered to another version that cannot read it', async () => {
  await visit();
  await shown.db.drafts.put({
    form: 'account',
    values: { name: 5 },
    writer: idOf(9),
    keptAt: new Date().toISOString(),
  });
  await visit();
  await stored();
  expect(nameIn().value).toBe('');
});

it('in a second tab follows the first until it is typed in, and empties when the first has saved', async () => {
  await visit();
  type('Shop');
  await visit(
    <>
      <section aria-label="first">{form}</section>
      <section aria-label="second">{form}</section>
    </>,
  );
  const [first, second] = [screen.getByLabelText('first'), screen.getByLabelText('second')];
  await waitFor(() => expect(nameIn(second).value).toBe('Shop'));
  type('Shop and home', first);
  await waitFor(() => expect(nameIn(second).value).toBe('Shop and home'));
  fireEvent.click(within(first).getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(nameIn(second).value).toBe(''));
  expect(await shown.db.accounts.count()).toBe(1);
});

it('typed in two tabs is that of the last writer, and neither changes what the other types', async () => {
  await visit(
    <>
      <section aria-label="first">{form}</section>
      <section aria-label="second">{form}</section>
    </>,
  );
  const [first, second] = [screen.getByLabelText('first'), screen.getByLabelText('second')];
  type('Shop', first);
  await isStored('Shop');
  type('Home', second);
  await isStored('Home');
  expect([nameIn(first).value, nameIn(second).value]).toEqual(['Shop', 'Home']);
  fireEvent.click(within(first).getByRole('button', { name: 'Create account' }));
  await waitFor(async () => expect(await shown.db.accounts.count()).toBe(1));
  expect(await stored()).toMatchObject({ name: 'Home' });
});

it('that this version cannot store goes to the page after a reload, for its user alone', async () => {
  await visit();
  const closing = await openDatabase(ACTOR.userId);
  // The screen has its own connection, which a newer version of the app closes.
  const newer = indexedDB.open(closing.name, closing.backendDB().version + 10);
  await new Promise((done) => Object.assign(newer, { onsuccess: done }));
  type('Shop');
  await writeOpenForms();
  newer.result.close();
  await new Promise((done) => Object.assign(indexedDB.deleteDatabase(closing.name), { onsuccess: done }));
  const handed = sessionStorage.getItem('carryover.drafts') ?? '';
  expect(handed).toContain('Shop');

  const ben = await openDatabase(idOf(2));
  await takeHandedDrafts(ben);
  expect(await ben.drafts.count()).toBe(0);
  expect(sessionStorage.length).toBe(0);
  await ben.delete();

  sessionStorage.setItem('carryover.drafts', handed);
  await visit();
  await waitFor(() => expect(nameIn().value).toBe('Shop'));
  closing.close();
});
