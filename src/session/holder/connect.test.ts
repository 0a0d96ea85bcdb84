// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import type { Connection } from '../session.ts';
import { connectWhenPossible } from './connect.ts';

function connection(): Connection & { calls: string[] } {
  const calls: string[] = [];
  return { calls, wake: () => calls.push('wake'), stop: () => calls.push('stop') };
}

test('a connection that failed at first starts when the browser comes online', async () => {
  const made = connection();
  const make = vi
    .fn<() => Promise<Connection>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue(made);
  const connected = connectWhenPossible(make);
  await vi.waitFor(() => expect(make).toHaveBeenCalledTimes(1));
  await make.mock.results[0]?.value.catch(() => {});
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(make).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => {
    connected.wake();
    expect(made.calls).toContain('wake');
  });
  connected.stop();
  expect(made.calls.at(-1)).toBe('stop');
});

test('what the user looks at is drawn before the first attempt, and a wake does not wait for that', async () => {
  const drawn = vi.fn<(run: () => void) => void>();
  vi.stubGlobal('requestIdleCallback', drawn);
  const make = vi.fn<() => Promise<Connection>>(async () => connection());
  const waiting = connectWhenPossible(make);
  expect(make).not.toHaveBeenCalled();
  drawn.mock.lastCall?.[0]();
  expect(make).toHaveBeenCalledTimes(1);
  waiting.stop();

  const wakened = connectWhenPossible(make);
  wakened.wake();
  expect(make).toHaveBeenCalledTimes(2);
  wakened.stop();
  vi.unstubAllGlobals();
});

test('a connection that starts after the stop is stopped at once', async () => {
  const made = connection();
  const late = Promise.withResolvers<Connection>();
  const make = vi.fn<() => Promise<Connection>>(() => late.promise);
  const connected = connectWhenPossible(make);
  await vi.waitFor(() => expect(make).toHaveBeenCalled());
  connected.stop();
  late.resolve(made);
  await vi.waitFor(() => expect(made.calls).toEqual(['stop']));
});

test('when the network comes back during a failing attempt, another attempt follows at once', async () => {
  const made = connection();
  const hanging = Promise.withResolvers<Connection>();
  const make = vi
    .fn<() => Promise<Connection>>()
    .mockReturnValueOnce(hanging.promise)
    .mockRejectedValueOnce(new Error('still no network'))
    .mockResolvedValue(made);
  vi.useFakeTimers();
  const connected = connectWhenPossible(make);
  await vi.advanceTimersByTimeAsync(1000);
  dispatchEvent(new Event('online'));
  hanging.reject(new Error('no network'));
  await vi.advanceTimersByTimeAsync(0);
  expect(make).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(999);
  expect(make).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(make).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
  connected.stop();
});
