// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { writeCopy } from '#copy/write';
import { noteCopy } from '#store/commands/copy-note';
import { isCopyDue } from '#store/queries/copies/copy-due';
import { readEverything } from '#store/queries/copies/everything';
import { type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { sampleCopy } from '../../copy/copy.fixture.ts';
import { YourData } from './your-data.tsx';

let shown: Screen;
afterEach(() => shown.close());

const choose = (text: string) => {
  const file = new File([text], 'copy.json', { type: 'application/json' });
  // jsdom has no arrayBuffer() of files in every version.
  Object.defineProperty(file, 'arrayBuffer', { value: async () => new TextEncoder().encode(text).buffer });
  fireEvent.change(screen.getByLabelText('File of a copy'), { target: { files: [file] } });
};
const textOf = async (passphrase?: string) => (await Array.fromAsync(writeCopy(sampleCopy(), passphrase))).join('');

it('shows what a copy would add, and adds it when the user says so', async () => {
  shown = await showSignedIn(<YourData />, async () => {});
  await screen.findByLabelText('File of a copy');
  choose(await textOf());
  expect(await screen.findByText(/^8 transactions, .* to add$/)).toBeTruthy();
  // All of it is her own, from another login with her address.
  expect(screen.queryByText(/entered by others/)).toBeNull();
  expect((await readEverything(shown.db)).transactions).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('The copy is restored')).toBeTruthy();
  expect((await readEverything(shown.db)).transactions).toHaveLength(8);
  choose(await textOf());
  expect(await screen.findByText('Everything in this file is here already.')).toBeTruthy();
});

it('asks for the passphrase, says when it is wrong, and says what is wrong with a file', async () => {
  shown = await showSignedIn(<YourData />, async () => {});
  await screen.findByLabelText('File of a copy');
  const text = await textOf('open sesame');
  choose(text);
  await screen.findByRole('button', { name: 'Open' });
  const field = () => screen.getByLabelText('Passphrase of the file');
  fireEvent.change(field(), { target: { value: 'wrong' } });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText(/This is not the passphrase/)).toBeTruthy();
  // A slip of the finger can be corrected.
  expect(field()).toHaveProperty('value', 'wrong');
  fireEvent.change(field(), { target: { value: 'open sesame' } });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText(/^8 transactions, .* to add$/)).toBeTruthy();
  choose(text.slice(0, -9));
  expect(await screen.findByText(/The end of this file is missing/)).toBeTruthy();
  choose('Date,Amount');
  await waitFor(() => expect(screen.getByText('This is not a copy from Carryover.')).toBeTruthy());
  expect(await shown.db.outbox.count()).toBe(0);
});

it('asks whether a file without a passphrase is the user’s, and does not ask where one opened it', async () => {
  shown = await showSignedIn(<YourData />, async () => {});
  await screen.findByLabelText('File of a copy');
  choose(await textOf());
  expect(await screen.findByText('This file has no passphrase. Is it yours?')).toBeTruthy();
  choose(await textOf('open sesame'));
  fireEvent.change(await screen.findByLabelText('Passphrase of the file'), { target: { value: 'open sesame' } });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText(/^8 transactions, .* to add$/)).toBeTruthy();
  expect(screen.queryByText('This file has no passphrase. Is it yours?')).toBeNull();
});

it('a copy is due 30 days after the last one', async () => {
  shown = await showSignedIn(<YourData />, async (db) => noteCopy(db, new Date('2026-03-01T12:00:00Z')));
  expect(await isCopyDue(shown.db, new Date('2026-03-31T11:00:00Z'))).toBe(false);
  expect(await isCopyDue(shown.db, new Date('2026-03-31T12:00:00Z'))).toBe(true);
});
