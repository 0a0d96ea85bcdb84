// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { OpensOffline } from './opens-offline.tsx';

/** The browser's side: a worker that answers what the test says, and control that can change. */
class Container extends EventTarget {
  hasAll = true;
  private readonly becomeReady = Promise.withResolvers<unknown>();
  readonly ready = this.becomeReady.promise;

  activate(): void {
    const postMessage = (_message: unknown, [port]: MessagePort[]) => port?.postMessage(this.hasAll);
    this.becomeReady.resolve({ active: { postMessage } });
  }
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says that the app does not open offline yet, and that it does as soon as all parts are stored', async () => {
  const container = new Container();
  vi.stubGlobal('navigator', { serviceWorker: container });
  render(<OpensOffline />);
  expect(screen.getByText('Opens offline: not yet')).toBeTruthy();
  container.activate();
  expect(await screen.findByText('Opens offline: yes')).toBeTruthy();
});

it('does not promise what the browser has removed', async () => {
  const container = new Container();
  vi.stubGlobal('navigator', { serviceWorker: container });
  container.activate();
  render(<OpensOffline />);
  expect(await screen.findByText('Opens offline: yes')).toBeTruthy();
  container.hasAll = false;
  act(() => void container.dispatchEvent(new Event('controllerchange')));
  expect(await screen.findByText('Opens offline: not yet')).toBeTruthy();
});

it('says where a browser never opens the app offline', () => {
  vi.stubGlobal('navigator', {});
  render(<OpensOffline />);
  expect(screen.getByText(/Opens offline: no/)).toBeTruthy();
});
