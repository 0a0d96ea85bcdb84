// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completePlatform } from '../../tests/support/jsdom-platform.ts';
import { Combobox, type ComboboxProps } from './combobox.tsx';
import { UiProvider } from './provider.tsx';

const onText = vi.fn<(text: string) => void>();
const onSubmit = vi.fn<() => void>();
const make = vi.fn<(text: string) => void>();

const CHOICES = ['Café', 'Food', 'Home', 'Food at work', 'İstanbul'].map((name) => ({
  value: `id of ${name}`,
  label: name,
}));
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

function Form(props: Partial<ComboboxProps>) {
  const [value, setValue] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Combobox
        label="Category"
        placeholder="Choose…"
        choices={CHOICES}
        fold={fold}
        value={value}
        onChoose={setValue}
        onText={(text) => {
          setValue('');
          onText(text);
        }}
        {...props}
      />
      <output data-testid="value">{value}</output>
      <button type="submit">Save</button>
    </form>
  );
}

const show = (props: Partial<ComboboxProps> = {}) =>
  render(
    <UiProvider>
      <Form {...props} />
    </UiProvider>,
  );
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Category' });
const value = () => screen.getByTestId('value').textContent;
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
/** What the list marks comes a frame later. */
const frame = () => act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
async function type(text: string) {
  field().focus();
  fireEvent.change(field(), { target: { value: text } });
  await frame();
}
async function press(key: string) {
  const event = fireEvent.keyDown(field(), { key });
  await frame();
  return event;
}
const marked = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

beforeEach(() => completePlatform({ width: 1440 }));
afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

test('a click opens the whole list, and a click on a choice takes it and closes the list', async () => {
  show();
  expect(field().getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(field());
  await frame();
  expect(field().getAttribute('aria-expanded')).toBe('true');
  expect(options()).toEqual(CHOICES.map(({ label }) => label));
  expect(screen.getByText('5 choices').getAttribute('aria-live')).toBe('polite');
  fireEvent.click(screen.getByRole('option', { name: 'Home' }));
  await frame();
  expect([field().value, value(), options()]).toEqual(['Home', 'id of Home', []]);
});

test.each([
  ['cafe', ['Café']],
  ['ISTAN', ['İstanbul']],
  ['fo', ['Food', 'Food at work']],
  ['work food', ['Food at work']],
])('%s finds %s', async (text, found) => {
  show();
  await type(text);
  expect(options()).toEqual(found);
});

test('arrows, Home and End mark a choice, and Enter takes it without submitting the form', async () => {
  show();
  field().focus();
  await press('ArrowDown');
  await press('End');
  expect(marked()).toBe('İstanbul');
  await press('Home');
  await press('ArrowDown');
  expect(marked()).toBe('Food');
  expect(await press('Enter')).toBe(false);
  expect([field().value, value(), onSubmit.mock.calls.length]).toEqual(['Food', 'id of Food', 0]);
});

test('Enter takes the first choice that fits, and Tab keeps it, too', async () => {
  show();
  await type('ho');
  await press('Enter');
  expect(value()).toBe('id of Home');
  await type('caf');
  expect(await press('Tab')).toBe(true);
  expect([field().value, value()]).toEqual(['Café', 'id of Café']);
});

test('Escape closes only the list, and is the dialog’s when there is none', async () => {
  const onKeyDown = vi.fn<(event: KeyboardEvent) => void>();
  show();
  document.body.addEventListener('keydown', onKeyDown);
  await type('ho');
  await press('Escape');
  expect(options()).toEqual([]);
  expect(field().value).toBe('ho');
  expect(await press('Escape')).toBe(true);
  document.body.removeEventListener('keydown', onKeyDown);
});

test('what is typed in full is chosen at once, and written as the choice is once the field is left', async () => {
  show();
  await type('food');
  expect([field().value, value()]).toEqual(['food', 'id of Food']);
  fireEvent.blur(field());
  expect(field().value).toBe('Food');
});

test('text that is no choice stays, and the field says so once it is left', async () => {
  show();
  await type('foot');
  expect(options()).toEqual([]);
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.blur(field());
  expect(screen.getByRole('alert').textContent).toBe('“foot” is not in the list. Choose from it.');
  expect([field().value, value(), onText.mock.lastCall]).toEqual(['foot', '', ['foot']]);
  await type('Food');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a new name is offered below what fits, and made on request', async () => {
  const offer = (text: string) => `New category “${text}”`;
  show({ making: { offer, make } });
  await type('foo');
  expect(options()).toEqual(['Food', 'Food at work', 'New category “foo”']);
  await type('Food');
  expect(options()).toEqual(['Food', 'Food at work']);
  await type('Pets');
  await press('Enter');
  expect(make).toHaveBeenCalledExactlyOnceWith('Pets');
});

test('whoever may make none is told while they type', async () => {
  show({ note: 'Only admins add categories.' });
  fireEvent.click(field());
  await frame();
  expect(screen.queryByText('Only admins add categories.')).toBeNull();
  await type('p');
  expect(screen.getByText('Only admins add categories.')).toBeTruthy();
});

test('a choice that comes from elsewhere takes the place of the typed text', async () => {
  const { rerender } = show();
  await type('foot');
  rerender(
    <UiProvider>
      <Form value="id of Home" />
    </UiProvider>,
  );
  expect(field().value).toBe('Home');
});

test('what is typed replaces a choice, also after a click that opens the list', async () => {
  show();
  await type('Home');
  await press('Enter');
  act(() => field().blur());
  act(() => field().focus());
  fireEvent.click(field());
  await frame();
  await frame();
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, 'Home'.length]);
});

test('text that comes back is shown, and the field says that it is no choice', () => {
  const { rerender } = show({ text: 'Foo' });
  expect(field().value).toBe('Foo');
  expect(field().getAttribute('aria-invalid')).toBe('true');
  rerender(
    <UiProvider>
      <Form text="Bar" />
    </UiProvider>,
  );
  expect(field().value).toBe('Bar');
  rerender(
    <UiProvider>
      <Form />
    </UiProvider>,
  );
  expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['', null]);
});

test('what is typed replaces a choice that Enter has just taken', async () => {
  show();
  await type('Ho');
  await press('Enter');
  await frame();
  expect(field().value).toBe('Home');
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, 'Home'.length]);
});

test.each(['ctrlKey', 'metaKey'])(
  'Enter with %s takes the marked choice before the form hears of the key',
  async (key) => {
    const heard = vi.fn<(value: string | null) => void>();
    show();
    document.addEventListener('keydown', () => heard(value()), { once: true });
    await type('Ho');
    fireEvent.keyDown(field(), { key: 'Enter', [key]: true });
    expect(heard.mock.calls).toEqual([['id of Home']]);
    await frame();
    expect(field().value).toBe('Home');
  },
);

test('Enter that ends a composition takes no choice', async () => {
  show();
  await type('Ho');
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  await frame();
  expect([field().value, value(), onSubmit.mock.calls]).toEqual(['Ho', '', []]);
});

test('a text that becomes a choice when the choices come is chosen, and no longer said to be unknown', async () => {
  const { rerender } = show({ choices: [] });
  await type('food');
  act(() => field().blur());
  expect(value()).toBe('');
  expect(screen.getByText(/is not in the list/)).toBeDefined();

  rerender(
    <UiProvider>
      <Form />
    </UiProvider>,
  );
  await frame();
  expect(value()).toBe('id of Food');
  expect(screen.queryByText(/is not in the list/)).toBeNull();
  expect(field().value).toBe('Food');
});

/** As a form does that keeps what is typed and is no choice. */
function KeepingForm({ choices }: Pick<ComboboxProps, 'choices'>) {
  const [chosen, setChosen] = useState('');
  const [text, setText] = useState('');
  return (
    <>
      <Combobox
        label="Category"
        choices={choices}
        fold={fold}
        value={chosen}
        text={text || undefined}
        onChoose={(next) => {
          setText('');
          setChosen(next);
        }}
        onText={setText}
      />
      <output data-testid="value">{chosen}</output>
    </>
  );
}

test('Enter takes what was typed before the choices came, and not the first of all', async () => {
  const withChoices = (choices: ComboboxProps['choices']) => (
    <UiProvider>
      <KeepingForm choices={choices} />
    </UiProvider>
  );
  const { rerender } = render(withChoices([]));
  await type('Home');
  rerender(withChoices(CHOICES));
  await frame();
  expect(options()).toEqual(['Home']);
  await press('Enter');
  expect(value()).toBe('id of Home');
});
