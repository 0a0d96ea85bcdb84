// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { completePlatform } from '../../tests/support/jsdom-platform.ts';
import { Dialog } from './dialog.tsx';
import { UiProvider } from './provider.tsx';
import { showToast, Toasts } from './toast.tsx';

beforeEach(() => completePlatform({ width: 1440 }));
afterEach(() => {
  vi.useRealTimers();
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button);
  cleanup();
});

function show(dialogs: readonly string[]) {
  return (
    <UiProvider>
      {dialogs.map((title) => (
        <Dialog key={title} open title={title} onClose={() => {}}>
          Content
        </Dialog>
      ))}
      <Toasts />
    </UiProvider>
  );
}

test('a toast is inside the topmost dialog, and on the page again when the dialog has gone', async () => {
  const page = render(show(['Edit Transaction']));
  showToast({ title: 'Update failed', tone: 'error' });
  expect(
    await within(screen.getByRole('dialog', { name: 'Edit Transaction' })).findByText('Update failed'),
  ).toBeTruthy();

  page.rerender(show(['Edit Transaction', 'Delete?']));
  const toast = within(screen.getByRole('dialog', { name: 'Delete?' })).getByText('Update failed');

  page.rerender(show([]));
  expect(screen.getByText('Update failed')).toBe(toast);
  expect(toast.isConnected).toBe(true);
});

test('a fifth toast is as high as the one whose place it takes, so that the others do not move', async () => {
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64);
  render(show([]));
  const placeOf = async (title: string) => (await screen.findByText(title)).closest('[data-tone]')?.parentElement;
  for (const title of ['1', '2', '3', '4']) act(() => void showToast({ title, tone: 'error' }));
  const place = await placeOf('1');
  height.mockReturnValue(120);
  act(() => void showToast({ title: 'Five', description: 'It has more to say.', tone: 'error' }));
  expect(await placeOf('Five')).toBe(place);
  expect(place?.style.height).toBe('64px');
  for (const button of screen.getAllByRole('button', { name: 'Dismiss' }).slice(0, 3)) fireEvent.click(button);
  // Nothing is beyond it any more.
  expect(place?.style.height).toBe('');
  height.mockRestore();
});

test('two toasts that come together after a confirmation do not share its height', () => {
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64);
  render(show([]));
  act(() => void showToast({ title: 'Transaction updated', tone: 'success' }));
  height.mockReturnValue(120);
  act(() => {
    showToast({ title: 'Update failed', tone: 'error' });
    showToast({ title: 'Delete failed', tone: 'error' });
  });
  expect(screen.getByText('Update failed').closest<HTMLElement>('[data-tone]')?.parentElement?.style.height).toBe('');
  height.mockRestore();
});

test('a toast with the focus stays when the pointer leaves, and the next one goes after it was dismissed', async () => {
  vi.useFakeTimers();
  try {
    render(show([]));
    act(() => {
      showToast({ title: 'First', tone: 'error' });
      showToast({ title: 'Second', tone: 'error' });
    });
    const toasts = screen.getByRole('region', { name: 'Notices' });
    const dismiss = () => screen.getAllByRole('button', { name: 'Dismiss' })[0] ?? document.body;
    fireEvent.mouseEnter(toasts);
    act(() => dismiss().focus());
    fireEvent.mouseLeave(toasts);
    act(() => vi.advanceTimersByTime(20_000));
    expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(2);
    // The button goes with the focus, and browsers tell nobody.
    fireEvent.click(dismiss());
    act(() => vi.advanceTimersByTime(20_000));
    expect(screen.queryAllByRole('button', { name: 'Dismiss' })).toHaveLength(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a pointer that rests on a toast holds it no longer than one that reads it', () => {
  vi.useFakeTimers();
  render(show([]));
  act(() => void showToast({ title: 'Saved', tone: 'success' }));
  const toasts = screen.getByRole('region', { name: 'Notices' });
  fireEvent.mouseEnter(toasts);
  act(() => vi.advanceTimersByTime(9_000));
  fireEvent.mouseMove(toasts);
  act(() => vi.advanceTimersByTime(9_000));
  expect(screen.getByText('Saved')).toBeTruthy();
  // It rests, and then the toast has its usual time.
  act(() => vi.advanceTimersByTime(1_000));
  act(() => vi.advanceTimersByTime(6_000));
  expect(screen.queryByText('Saved')).toBeNull();
});

test('a toast’s action works while a dialog is open', async () => {
  render(show(['Edit Transaction']));
  let undone = 0;
  showToast({ title: 'Transaction deleted', tone: 'success', action: { label: 'Undo', onAction: () => undone++ } });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(undone).toBe(1);
  expect(screen.queryByText('Transaction deleted')).toBeNull();
});

test('an action that leads elsewhere waits while a dialog is open', async () => {
  vi.useFakeTimers();
  const page = render(show(['Edit Transaction']));
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
  act(() => {
    showToast({ title: 'Update failed', tone: 'error', action: { label: 'Show', onAction: () => {}, leads: true } });
  });
  pass(60_000);
  expect(screen.getByText('Update failed')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();

  page.rerender(show([]));
  pass(9000);
  expect(screen.getByRole('button', { name: 'Show' })).toBeTruthy();
  pass(2000);
  expect(screen.queryByText('Update failed')).toBeNull();
});

test('the newest toast is read and reached first, because it is above the others', () => {
  render(show([]));
  act(() => {
    for (const title of ['Older', 'Newer']) showToast({ title, tone: 'error' });
  });
  const older = screen.getByText('Older');
  expect(older.compareDocumentPosition(screen.getByText('Newer')) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
});

test('without toasts the page keeps nothing of their place', () => {
  const page = render(show([]));
  page.unmount();
  expect(document.querySelector('[popover]')).toBeNull();
});

describe('the place of toasts', () => {
  /** Toasts and fields where a browser would draw them: pixels from the top of the window. */
  const at: Record<string, number> = {};
  const TOAST_AT: Record<string, number> = { page: 64, dialog: 8, other: 700 };

  beforeEach(() => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const place = this.closest<HTMLElement>('[data-place]')?.dataset.place;
      const top = place ? (TOAST_AT[place] ?? 0) : (at[this.id] ?? 0);
      return new DOMRect(0, top, 300, 50);
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  const place = () => screen.getByRole('region', { name: 'Notices' }).dataset.place;
  const frame = () => act(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
  /** The code that keeps the focus clear is loaded with the first toast. */
  const keepsClear = () => act(() => import('./keep-focus-clear.ts'));

  /** A page with one field, which a scroll brings to `scrolledTo`. */
  async function showField({ top, scrolledTo }: { top: number; scrolledTo: number }) {
    at.field = top;
    const page = (dialogs: readonly string[]) => (
      <>
        <input id="field" aria-label="Amount" />
        {show(dialogs)}
      </>
    );
    const rendered = render(page([]));
    screen.getByLabelText('Amount').scrollIntoView = () => {
      at.field = scrolledTo;
    };
    return { open: (dialogs: readonly string[]) => rendered.rerender(page(dialogs)) };
  }

  test('stays where it is when a field that they do not cover gets the focus', async () => {
    await showField({ top: 300, scrolledTo: 500 });
    act(() => void showToast({ title: 'Added', tone: 'success' }));
    await keepsClear();
    act(() => screen.getByLabelText('Amount').focus());
    await frame();
    expect([place(), at.field]).toEqual(['page', 300]);
  });

  test('stays when the page can scroll the focused field out from under them', async () => {
    await showField({ top: 80, scrolledTo: 400 });
    act(() => void showToast({ title: 'Added', tone: 'success' }));
    act(() => screen.getByLabelText('Amount').focus());
    await waitFor(() => expect(at.field).toBe(400));
    expect(place()).toBe('page');
  });

  test('is the other one when the page cannot scroll, also for a toast that comes to a focused field', async () => {
    await showField({ top: 80, scrolledTo: 80 });
    act(() => screen.getByLabelText('Amount').focus());
    act(() => void showToast({ title: 'Added', tone: 'success' }));
    await waitFor(() => expect(place()).toBe('other'));
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(place()).toBe('page');
  });

  test('changes with the dialogs, but not while the pointer is on a toast', async () => {
    const { open } = await showField({ top: 300, scrolledTo: 300 });
    act(() => void showToast({ title: 'Added', tone: 'success' }));
    open(['Edit Transaction']);
    expect(place()).toBe('dialog');
    const toasts = screen.getByRole('region', { name: 'Notices' });
    fireEvent.mouseEnter(toasts);
    open([]);
    expect(place()).toBe('dialog');
    fireEvent.mouseLeave(toasts);
    expect(place()).toBe('page');
  });
});
