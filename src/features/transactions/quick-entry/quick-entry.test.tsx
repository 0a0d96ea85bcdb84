// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDate, formatWeekdayAndDate, shiftDays, today } from '#domain/dates/dates';
import { browserSpeaks } from '../../../../tests/support/browser-locale.ts';
import { choose, chosen } from '../../../../tests/support/choosing.ts';
import { opening } from '../../../../tests/support/opening.ts';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';

import { arrange, enter, openQuickEntry, type Scope, saved } from './quick-entry.fixture.tsx';

afterEach(closeApp);
afterEach(() => void vi.restoreAllMocks());

describe('the amount of a quick entry', () => {
  it('comes first and opens the numeric keypad', async () => {
    const { dialog } = await openQuickEntry();
    const amount = dialog.getByLabelText('Amount');
    expect(document.activeElement).toBe(amount);
    expect(amount.getAttribute('inputmode')).toBe('decimal');
  });

  it('sets the type by a leading sign', async () => {
    const { dialog } = await openQuickEntry();
    enter(dialog, 'Amount', '+5');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Income' }).checked).toBe(true);
    expect(dialog.getByLabelText<HTMLInputElement>('Amount').value).toBe('5');
    enter(dialog, 'Amount', '-5');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Expense' }).checked).toBe(true);
  });

  it('is calculated, and the result is shown', async () => {
    const { dialog } = await openQuickEntry();
    enter(dialog, 'Amount', '12.50+3');
    expect(dialog.getByText('= $15.50')).toBeDefined();
  });
});

describe('the category of a quick entry', () => {
  const category = (dialog: Scope) => chosen(dialog, 'Category');

  it('is preselected: that of the last transaction with this description, otherwise Uncategorized', async () => {
    const { dialog } = await openQuickEntry();
    expect(category(dialog)).toBe('Uncategorized');
    enter(dialog, 'Description', 'cinema rio');
    await waitFor(() => expect(category(dialog)).toBe('Entertainment'));
    enter(dialog, 'Description', 'Cinema');
    expect(category(dialog)).toBe('Uncategorized');
  });

  it('stays as chosen, and needs no choice to be saved', async () => {
    const { app, dialog } = await openQuickEntry();
    await choose(dialog, 'Category', 'Food');
    enter(dialog, 'Description', 'Cinema Rio');
    expect(category(dialog)).toBe('Food');
    await choose(dialog, 'Category', 'Uncategorized');
    enter(dialog, 'Amount', '4');
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(async () => expect(await saved(app)).toHaveLength(2));
    expect((await saved(app)).map((row) => row.category)).toContain('Uncategorized');
  });
});

describe('the date of a quick entry', () => {
  const day = today(new Date());
  const year = day.slice(0, 4);

  async function fill(date: string) {
    const { app, dialog } = await openQuickEntry();
    enter(dialog, 'Amount', '4');
    enter(dialog, 'Description', 'Tea');
    enter(dialog, 'Date', date);
    const add = () => fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
    return { app, dialog, add, field: dialog.getByLabelText<HTMLInputElement>('Date') };
  }
  const dates = async (app: OpenedApp) => (await saved(app)).map((row) => row.date);

  it.each([
    ['en-US', '11/4/25'],
    ['de-DE', '4/11/25'],
  ])('is typed in many ways (%s: %s), and what was understood is shown and saved', async (locale, typed) => {
    browserSpeaks(locale);
    const { app, dialog, add } = await fill('3.11.2025');
    expect(await dialog.findByText('Mon, Nov 3, 2025')).toBeDefined();
    enter(dialog, 'Date', typed);
    expect(await dialog.findByText('Tue, Nov 4, 2025')).toBeDefined();
    add();
    await waitFor(async () => expect(await dates(app)).toContain('2025-11-04'));
  });

  it('is picked in the calendar, which a button opens', async () => {
    const showPicker = vi.fn<() => void>();
    HTMLInputElement.prototype.showPicker = showPicker;
    const { dialog, field } = await fill('yesterday');
    await dialog.findByText(formatWeekdayAndDate(shiftDays(day, -1)));
    fireEvent.click(dialog.getByRole('button', { name: 'Open calendar', description: 'Date' }));
    expect(showPicker).toHaveBeenCalledTimes(1);
    const [calendar] = showPicker.mock.contexts;
    if (!(calendar instanceof HTMLInputElement)) throw new Error('no calendar');
    expect(calendar.value).toBe(shiftDays(day, -1));
    fireEvent.change(calendar, { target: { value: '2026-02-28' } });
    expect(field.value).toBe('Feb 28, 2026');
  });

  it('that is none gets a message when the field is left, and when it is added', async () => {
    const { app, dialog, add, field } = await fill('soon');
    expect(field.getAttribute('aria-invalid')).toBeNull();
    fireEvent.blur(field);
    expect(await dialog.findByText(/^Enter a date, such as/)).toBeDefined();
    enter(dialog, 'Date', 'soone');
    expect(dialog.queryByText(/^Enter a date/)).toBeNull();
    add();
    expect(await dialog.findByText(/^Enter a date/)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(await saved(app)).toHaveLength(1);
  });

  it('more than a year ahead is asked about once before it is saved', async () => {
    const far = `${Number(year) + 9}-01-03`;
    const { app, dialog, add, field } = await fill(far);
    add();
    const question = `Jan 3, ${Number(year) + 9} is more than a year ahead. Add anyway?`;
    expect(await dialog.findByText(question)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(await saved(app)).toHaveLength(1);
    add();
    await waitFor(async () => expect(await dates(app)).toContain(far));
  });

  it('that is changed after the question is asked about again, and a near one is not', async () => {
    const { app, dialog, add } = await fill(`${Number(year) - 11}-01-03`);
    add();
    expect(await dialog.findByText(/more than ten years back/)).toBeDefined();
    enter(dialog, 'Date', `${Number(year) + 2}-01-03`);
    expect(dialog.queryByText(/more than/)).toBeNull();
    add();
    expect(await dialog.findByText(/more than a year ahead/)).toBeDefined();
    enter(dialog, 'Date', day);
    add();
    await waitFor(async () => expect(await dates(app)).toContain(day));
  });
});

describe('the keys of a quick entry', () => {
  it('move the date: t is today, + and - a day', async () => {
    const { dialog } = await openQuickEntry();
    enter(dialog, 'Date', '2026-02-28');
    const date = dialog.getByLabelText<HTMLInputElement>('Date');
    fireEvent.keyDown(date, { key: '+' });
    expect(date.value).toBe('Mar 1, 2026');
    fireEvent.keyDown(date, { key: '-' });
    fireEvent.keyDown(date, { key: '-' });
    expect(date.value).toBe('Feb 27, 2026');
    fireEvent.keyDown(date, { key: 't' });
    expect(date.value).toBe(formatDate(today(new Date())));
  });

  it('begin words and counts as well', async () => {
    const { dialog } = await openQuickEntry();
    const date = dialog.getByLabelText<HTMLInputElement>('Date');
    fireEvent.keyDown(date, { key: 't' });
    fireEvent.keyDown(date, { key: 'o' });
    expect(date.value).toBe('to');
    enter(dialog, 'Date', today(new Date()));
    fireEvent.keyDown(date, { key: '-' });
    fireEvent.keyDown(date, { key: '3' });
    expect(date.value).toBe('-3');
  });

  it('complete the description from history, which brings its category', async () => {
    const { dialog } = await openQuickEntry();
    const description = dialog.getByRole('combobox', { name: 'Description' });
    enter(dialog, 'Description', 'cin');
    expect(await dialog.findByRole('option', { name: /Cinema Rio/ })).toBeDefined();
    fireEvent.keyDown(description, { key: 'ArrowDown' });
    expect(dialog.getByRole('option', { name: /Cinema Rio/ }).getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(description, { key: 'Enter' });
    expect(dialog.getByLabelText<HTMLInputElement>('Description').value).toBe('Cinema Rio');
    expect(chosen(dialog, 'Category')).toBe('Entertainment');
    expect(description.getAttribute('aria-expanded')).toBe('false');
  });

  it('belong to a composition while it runs', async () => {
    const { dialog } = await openQuickEntry();
    const description = dialog.getByRole('combobox', { name: 'Description' });
    enter(dialog, 'Description', 'cin');
    await dialog.findByRole('option', { name: /Cinema Rio/ });
    for (const key of ['ArrowDown', 'Enter', 'Escape']) fireEvent.keyDown(description, { key, isComposing: true });
    expect(dialog.getByRole('option', { name: /Cinema Rio/ }).getAttribute('aria-selected')).toBe('false');
    expect(description).toHaveProperty('value', 'cin');
    expect(description.getAttribute('aria-expanded')).toBe('true');
  });

  it('close first the suggestions and then the dialog by Escape', async () => {
    const { dialog } = await openQuickEntry();
    const description = dialog.getByRole('combobox', { name: 'Description' });
    enter(dialog, 'Description', 'cin');
    await dialog.findByRole('option', { name: /Cinema Rio/ });
    fireEvent.keyDown(description, { key: 'Escape' });
    expect(description.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByRole('dialog')).toBeDefined();
    fireEvent.keyDown(description, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.search).toBe('');
  });

  it.each([
    ['/?tab=accounts', 'Accounts'],
    ['/settings?tab=budget', 'Settings'],
  ])('open it over %s by n and lead back there by Escape', async (address, heading) => {
    await openApp({ address, arrange });
    const main = within(await screen.findByRole('main'));
    await main.findByRole('heading', { name: heading });
    await screen.findByRole('link', { name: 'Add transaction' });
    // On a Russian keyboard, with caps lock.
    await opening(() => fireEvent.keyDown(document.body, { key: 'Т', code: 'KeyN' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add expense' });
    fireEvent.keyDown(within(dialog).getByLabelText('Amount'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname + window.location.search).toBe(address);
    expect(main.getByRole('heading', { name: heading })).toBeDefined();
  });
});
