// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UiProvider } from '#ui/provider';
import { completePlatform } from '../../../tests/support/jsdom-platform.ts';
import { WrittenDateField } from './written-date-field.tsx';

let told: string[];

function Form({ start }: { start: string }) {
  const [date, setDate] = useState(start);
  const onText = (text: string) => {
    told.push(text);
    setDate(text);
  };
  return <WrittenDateField label="Date" value={date} error={undefined} onText={onText} />;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 14, 12) });
  completePlatform({ width: 1440 });
  told = [];
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(start = '2026-03-05') {
  render(
    <UiProvider>
      <Form start={start} />
    </UiProvider>,
  );
  return screen.getByLabelText<HTMLInputElement>('Date');
}
const type = (field: HTMLElement, text: string) => fireEvent.change(field, { target: { value: text } });
const below = () => screen.queryByRole('status')?.textContent;

it('shows a date as people write it, once', () => {
  expect(show().value).toBe('Mar 5, 2026');
  expect(below()).toBeUndefined();
});

it.each([
  ['2026-03-02', undefined, undefined],
  ['Mar 2, 2026', undefined, undefined],
  ['2 mar', 'Mon, Mar 2, 2026', 'Monday'],
  ['yesterday', 'Fri, Mar 13, 2026', 'Friday'],
])('keeps %s while it is typed, and is a written date once it is left', (text, meanwhile, afterwards) => {
  const field = show();
  type(field, text);
  expect([field.value, below()]).toEqual([text, meanwhile]);
  fireEvent.blur(field);
  expect(field.value).toMatch(/^Mar \d+, 2026$/);
  expect(below()).toBe(afterwards);
  expect(told.at(-1)).toMatch(/^2026-03-\d\d$/);
});

it('leaves what is no date as it is', () => {
  const field = show();
  type(field, 'soon');
  fireEvent.blur(field);
  expect([field.value, told]).toEqual(['soon', ['soon']]);
});

it('changes nothing when it is left untouched', () => {
  fireEvent.blur(show());
  expect(told).toEqual([]);
});

it('goes on from the day that was typed', () => {
  const field = show();
  type(field, '2026-02-28');
  fireEvent.keyDown(field, { key: '+' });
  expect(field.value).toBe('Mar 1, 2026');
});

it('opens the calendar with Alt and an arrow', () => {
  const picker = vi.fn<() => void>();
  HTMLInputElement.prototype.showPicker = picker;
  fireEvent.keyDown(show(), { key: 'ArrowDown', altKey: true });
  expect(picker).toHaveBeenCalledOnce();
});
