// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completePlatform } from '../../tests/support/jsdom-platform.ts';
import { dialogOnDemand, extraOnDemand, onDemand, PageReload } from './on-demand.tsx';
import { UiProvider } from './provider.tsx';

const MISSING = 'This part could not be loaded';
const server = vi.fn<() => Promise<Response>>();
const reload = vi.fn<() => void>();
const close = vi.fn<() => void>();

interface PartProps {
  onClose: () => void;
}
type Module = { default: ComponentType<PartProps> };

/** A load that fails this number of times, then brings a part. */
function failing(times: number, part: ComponentType<PartProps> = () => <p>The part</p>) {
  const load = vi.fn<() => Promise<Module>>(async () => ({ default: part }));
  for (let at = 0; at < times; at += 1) load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  return load;
}

class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render() {
    return this.state.error ? <p>Error screen</p> : this.props.children;
  }
}

const page = (children: ReactNode) => (
  <UiProvider>
    <PageReload value={reload}>
      <Boundary>
        <main tabIndex={-1}>
          <input aria-label="Elsewhere" />
          <Suspense fallback={<p>Waiting</p>}>{children}</Suspense>
        </main>
      </Boundary>
    </PageReload>
  </UiProvider>
);

const show = (children: ReactNode) => act(async () => render(page(children)));
const tryAgain = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
const comeOnline = () => act(async () => void dispatchEvent(new Event('online')));

beforeEach(() => {
  completePlatform({ width: 1440 });
  vi.stubGlobal('fetch', server);
  server.mockImplementation(async () => new Response());
});

afterEach(() => {
  cleanup();
  vi.resetAllMocks();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a part is loaded once, and the next time it renders at once', async () => {
  const load = failing(0);
  const Part = onDemand(load);
  const { unmount } = await show(<Part onClose={close} />);
  expect(screen.getByText('The part')).toBeTruthy();
  unmount();
  render(page(<Part onClose={close} />));
  expect(screen.getByText('The part')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a preloaded part renders at once, and a failed preload is repeated when the part is needed', async () => {
  const load = failing(1);
  const Part = onDemand(load);
  await Part.preload();
  await Part.preload();
  render(page(<Part onClose={close} />));
  expect(screen.getByText('The part')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a part that cannot be loaded shows a message in its place, and the rest of the page stays', async () => {
  const Part = onDemand(failing(1));
  await show(<Part onClose={close} />);
  expect(screen.getByRole('status').textContent).toContain(MISSING);
  fireEvent.change(screen.getByLabelText('Elsewhere'), { target: { value: 'Half typed' } });
  screen.getByRole('button', { name: 'Try again' }).focus();
  await tryAgain();
  expect(screen.getByText('The part')).toBeTruthy();
  expect(screen.queryByText(MISSING)).toBeNull();
  expect(screen.getByLabelText('Elsewhere')).toHaveProperty('value', 'Half typed');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('a missing part loads by itself when the browser is online again', async () => {
  const Part = onDemand(failing(1));
  await show(<Part onClose={close} />);
  screen.getByLabelText('Elsewhere').focus();
  await comeOnline();
  expect(screen.getByText('The part')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'));
});

test('the message stays during another attempt and tells about it', async () => {
  const Part = onDemand(failing(1));
  await show(<Part onClose={close} />);
  const answer = Promise.withResolvers<Response>();
  server.mockReturnValueOnce(answer.promise);
  await tryAgain();
  expect(screen.getByRole('status').textContent).toContain('Loading');
  await act(async () => answer.reject(new TypeError('Failed to fetch')));
  expect(screen.getByRole('status').textContent).toContain('once you are online');
});

test('a part that failed and was left is tried again when it is needed again', async () => {
  const Part = onDemand(failing(1));
  const { unmount } = await show(<Part onClose={close} />);
  unmount();
  await show(<Part onClose={close} />);
  expect(screen.getByText('The part')).toBeTruthy();
});

test('in the place of a dialog is a dialog that can be closed', async () => {
  const Part = dialogOnDemand(failing(1));
  await show(<Part onClose={close} />);
  expect(screen.getByRole('dialog', { name: MISSING })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledTimes(1);
  await tryAgain();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('The part')).toBeTruthy();
});

test('an extra part shows nothing until it can be loaded', async () => {
  const Part = extraOnDemand(failing(1));
  await show(<Part onClose={close} />);
  expect(screen.getByRole('main').textContent).toBe('');
  await comeOnline();
  expect(screen.getByText('The part')).toBeTruthy();
});

test('a part that fails although the server answers needs a reload, and only on request', async () => {
  const Part = onDemand(failing(0).mockRejectedValue(new TypeError('gone')));
  await show(<Part onClose={close} />);
  await comeOnline();
  expect(reload).not.toHaveBeenCalled();
  await tryAgain();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('nothing is imported that is known to fail, because a browser may keep the failure', async () => {
  const load = failing(0);
  const Part = onDemand(load);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  server
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await show(<Part onClose={close} />);
  await tryAgain();
  expect(screen.getByText(MISSING)).toBeTruthy();
  expect(load).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
  await tryAgain();
  expect(screen.getByText('The part')).toBeTruthy();
});

test('an error inside a loaded part goes to the error screen', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const Part = onDemand(
    failing(0, () => {
      throw new Error('broken');
    }),
  );
  await show(<Part onClose={close} />);
  expect(screen.getByText('Error screen')).toBeTruthy();
  expect(screen.queryByText(MISSING)).toBeNull();
});
