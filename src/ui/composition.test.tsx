// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { UiProvider } from './provider.tsx';

afterEach(cleanup);

it.each([{ isComposing: true }, { keyCode: 229 }])('a key of a composition (%j) reaches no listener', (composing) => {
  const inField = vi.fn<() => void>();
  const onPage = vi.fn<() => void>();
  addEventListener('keydown', onPage);
  render(
    <UiProvider>
      <input aria-label="Description" onKeyDown={inField} />
    </UiProvider>,
  );
  const field = screen.getByLabelText('Description');
  for (const key of ['Enter', 'ArrowDown', 'Escape']) fireEvent.keyDown(field, { key, ...composing });
  expect([inField.mock.calls.length, onPage.mock.calls.length]).toEqual([0, 0]);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect([inField.mock.calls.length, onPage.mock.calls.length]).toEqual([1, 1]);
  removeEventListener('keydown', onPage);
});
