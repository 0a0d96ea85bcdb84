// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
