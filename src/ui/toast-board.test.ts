import { expect, onTestFinished, test, vi } from 'vitest';
import { type Toast, ToastBoard } from './toast-board.ts';

const undo = { label: 'Undo', onAction: () => {} };
const undoable = (title: string): Toast => ({ title, tone: 'success', action: undo });

/** The toasts in their places, from the edge of the page on; null for one that is gone. */
const places = (board: ToastBoard) => board.read().map(({ title, isGone }) => (isGone ? null : title));

test('a toast stays until it is taken down, and reports that once', () => {
  const board = new ToastBoard();
  const onGone = vi.fn<(acted: boolean) => void>();
  const takeDown = board.put({ title: 'Account deleted', tone: 'success', onGone });
  expect(board.read().map((toast) => toast.title)).toEqual(['Account deleted']);
  takeDown();
  takeDown();
  expect(board.read()).toEqual([]);
  expect(onGone).toHaveBeenCalledExactlyOnceWith(false);
});

test('taking the action is reported when the toast goes', () => {
  const board = new ToastBoard();
  const calls: string[] = [];
  board.put({
    title: 'Transaction deleted',
    tone: 'success',
    action: { label: 'Undo', onAction: () => calls.push('undo') },
    onGone: (acted) => calls.push(`gone, acted: ${acted}`),
  });
  const [toast] = board.read();
  board.take(toast?.id ?? 0, true);
  expect(calls).toEqual(['undo', 'gone, acted: true']);
});

test('a newer toast replaces a confirmation, but no error and nothing that can be undone', () => {
  const board = new ToastBoard();
  board.put({ title: 'Transaction deleted', tone: 'success', action: undo });
  board.put({ title: 'Transaction failed', tone: 'error' });
  board.put({ title: 'Transaction added', tone: 'success' });
  board.put({ title: 'Transaction updated', tone: 'success' });
  expect(board.read().map((toast) => toast.title)).toEqual([
    'Transaction deleted',
    'Transaction failed',
    'Transaction updated',
  ]);
});

test('a message about a correction goes with the next success, and another failure stays', () => {
  const board = new ToastBoard();
  board.put({ title: 'Budget name required', tone: 'error', correctable: true });
  board.put({ title: 'Failed to load accounts', tone: 'error' });
  board.put({ title: 'Valid amount required', tone: 'error', correctable: true });
  expect(board.read()).toHaveLength(3);
  board.put({ title: 'Budget created', tone: 'success' });
  expect(places(board)).toEqual([null, 'Failed to load accounts', 'Budget created']);
});

test('a repeated toast is shown once, unless it has an action', () => {
  const board = new ToastBoard();
  const failure = { title: 'Failed to load accounts', description: 'The disk is full.', tone: 'error' } as const;
  board.put(failure);
  board.put(failure);
  board.put({ ...failure, description: 'The disk is gone.' });
  expect(board.read().map(({ description }) => description)).toEqual(['The disk is full.', 'The disk is gone.']);
  board.put({ ...failure, action: undo });
  board.put({ ...failure, action: undo });
  expect(board.read()).toHaveLength(4);
});

test('the place of a gone toast stays while another toast is beyond it', () => {
  const board = new ToastBoard();
  const [takeA, takeB, takeC] = ['A', 'B', 'C'].map((title) => board.put(undoable(title)));
  takeA?.();
  expect(places(board)).toEqual([null, 'B', 'C']);
  takeC?.();
  expect(places(board)).toEqual([null, 'B']);
  takeB?.();
  expect(places(board)).toEqual([]);
});

test('a fifth toast takes the place of the oldest, wherever that is', () => {
  const board = new ToastBoard();
  const gone: string[] = [];
  for (const title of ['1', '2', '3', '4', '5', '6', '7', '8', '9'])
    board.put({ title, tone: 'error', onGone: () => gone.push(title) });
  expect(places(board)).toEqual(['9', '6', '7', '8']);
  expect(gone).toEqual(['1', '2', '3', '4', '5']);
});

test('a listener hears of each change until it leaves', () => {
  const board = new ToastBoard();
  const listener = vi.fn<() => void>();
  const leave = board.subscribe(listener);
  board.put({ title: 'Synced', tone: 'info' });
  leave();
  board.put({ title: 'Synced again', tone: 'info' });
  expect(listener).toHaveBeenCalledTimes(1);
});

test('a navigation takes what was about the last screen, and leaves Undo and what led here', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const board = new ToastBoard();
  board.put(undoable('Transaction deleted'));
  board.put({ title: 'You were logged out', tone: 'info', duration: null });
  board.put({ title: 'Update failed', tone: 'error' });
  vi.advanceTimersByTime(2000);
  board.put({ title: 'Account deleted', tone: 'success' });
  board.leave();
  expect(places(board)).toEqual(['Transaction deleted', 'You were logged out', null, 'Account deleted']);
  vi.advanceTimersByTime(2000);
  board.leave();
  expect(places(board)).toEqual(['Transaction deleted', 'You were logged out']);
});
