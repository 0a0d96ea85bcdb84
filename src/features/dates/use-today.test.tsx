// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useToday } from './use-today.ts';

function Day() {
  return <p>{useToday()}</p>;
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 2, 14, 23, 59, 50) });
  render(<Day />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('is the new day soon after midnight', () => {
  expect(screen.getByText('2026-03-14')).toBeDefined();
  act(() => void vi.advanceTimersByTime(40_000));
  expect(screen.getByText('2026-03-15')).toBeDefined();
});

it.each([
  ['visibilitychange', document],
  ['focus', window],
  ['pageshow', window],
  ['resume', document],
])('is the new day at once after a sleep that ends with %s', (name, target) => {
  vi.setSystemTime(new Date(2026, 2, 16, 7, 0));
  act(() => void fireEvent(target, new Event(name)));
  expect(screen.getByText('2026-03-16')).toBeDefined();
});
