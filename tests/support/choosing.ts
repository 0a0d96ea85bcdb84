/** A field with a list that one types into, in jsdom: what it offers, and how somebody chooses from it. */
import { act, fireEvent, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

type Scope = { getByLabelText: (label: string) => HTMLElement };

function fieldOf(scope: Scope, label: string): HTMLInputElement {
  const field = scope.getByLabelText(label);
  if (!(field instanceof HTMLInputElement) || field.getAttribute('role') !== 'combobox') {
    throw new Error(`${label} is no field with a list`);
  }
  return field;
}

/** What is chosen, or typed. */
export const chosen = (scope: Scope, label: string): string => fieldOf(scope, label).value;

function options(field: HTMLInputElement): HTMLElement[] {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  return [...(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])];
}

async function open(field: HTMLInputElement): Promise<void> {
  if (field.getAttribute('aria-expanded') === 'false') fireEvent.click(field);
  await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('true'));
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** The field takes the focus up to two frames after its list opens or closes. */
const settled = () =>
  act(async () => {
    await frame();
    await frame();
    await frame();
  });

async function close(field: HTMLInputElement): Promise<void> {
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('false'));
}

/** All that the list offers, once it offers this. The focus stays where it is. */
export async function offeredWith(scope: Scope, label: string, name: string): Promise<string[]> {
  const field = fieldOf(scope, label);
  const focused = document.activeElement;
  await open(field);
  const names = () => options(field).map((option) => option.textContent);
  await waitFor(() => expect(names()).toContain(name));
  const all = names();
  await settled();
  await close(field);
  await settled();
  if (focused instanceof HTMLElement) act(() => focused.focus());
  return all;
}

/** Chooses this, once the list offers it. */
export async function choose(scope: Scope, label: string, name: string): Promise<void> {
  const field = fieldOf(scope, label);
  await open(field);
  const option = await waitFor(() => {
    const found = options(field).find(({ textContent }) => textContent === name);
    if (!found) throw new Error(`${label} does not offer ${name}`);
    return found;
  });
  fireEvent.click(option);
  await settled();
  await waitFor(() => expect([field.value, field.getAttribute('aria-expanded')]).toEqual([name, 'false']));
}
