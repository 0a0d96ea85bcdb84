// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import { closeApp, openApp } from '../../../tests/support/signed-in-app.tsx';
import { useImport } from './import-state.ts';

afterEach(async () => {
  act(() => useImport.getState().close());
  await closeApp();
});

const LINE = /An import is not finished/;

it('the dashboard names an import that was begun, and leads back to it', async () => {
  await openApp({
    address: '/',
    arrange: async ({ db, actor }) => {
      await createAccount(db, actor, { name: 'Household' });
    },
  });
  await screen.findByRole('form', { name: 'Add transaction' });
  expect(screen.queryByText(LINE)).toBeNull();
  act(() => useImport.getState().open());
  const pasted = await screen.findByLabelText('Or paste rows');
  fireEvent.change(pasted, { target: { value: '2026-01-02;Kiosk;-1,00' } });
  fireEvent.click(within(screen.getByRole('dialog', { name: 'Import' })).getByRole('button', { name: 'Close' }));
  expect(await screen.findByText(LINE)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByLabelText('Or paste rows')).toHaveProperty('value', '2026-01-02;Kiosk;-1,00');
  expect(screen.queryByText(LINE)).toBeNull();
  fireEvent.click(within(screen.getByRole('dialog', { name: 'Import' })).getByRole('button', { name: 'Close' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText(LINE)).toBeNull());
});
