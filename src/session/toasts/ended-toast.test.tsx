// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { Device } from '#store/session/device';
import { SESSION_KEY, sessionStorage } from '#store/session/session-storage';
import { watchSession } from '#store/session/session-watch';
import { UiProvider } from '#ui/provider';
import { Toasts } from '#ui/toast';
import { completePlatform } from '../../../tests/support/jsdom-platform.ts';
import { sayWhenEnded } from './ended-toast.ts';

afterEach(cleanup);

it('tells that the server has ended the session, until somebody logs in again in another tab', async () => {
  completePlatform({ width: 1280 });
  const user = { id: '1c2f7a52-4b53-4d0a-9a6e-0f6f2f0f8a12', email: 'anna@example.org' };
  const session = JSON.stringify({ access_token: 'access', refresh_token: 'refresh', expires_at: 1, user });
  const otherTab = sessionStorage(new Device());
  await otherTab.setItem(SESSION_KEY, session);
  render(
    <UiProvider>
      <Toasts />
    </UiProvider>,
  );
  const device = new Device();
  sayWhenEnded(device);
  const known = vi.fn<(endedByServer: boolean) => void>();
  onTestFinished(watchSession(device, known));
  await waitFor(() => expect(known).toHaveBeenCalled());
  expect(screen.queryByText('Please log in again')).toBeNull();

  await otherTab.removeItem(SESSION_KEY);
  expect(await screen.findByText('Please log in again')).toBeTruthy();
  await otherTab.setItem(SESSION_KEY, session);
  await waitFor(() => expect(screen.queryByText('Please log in again')).toBeNull());
});
