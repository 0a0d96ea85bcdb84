// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { completePlatform } from '../../tests/support/jsdom-platform.ts';
import { Field } from './field.tsx';
import { UiProvider } from './provider.tsx';
import { useErrorFocus } from './use-error-focus.ts';

afterEach(cleanup);

function Form() {
  const { formRef, focusFirstError } = useErrorFocus();
  const [error, setError] = useState<string | null>(null);
  return (
    <form ref={formRef}>
      <Field label="Date" error={error}>
        {(control) => <input {...control} />}
      </Field>
      <button
        type="button"
        onClick={() => {
          setError('This is years ahead.');
          focusFirstError();
        }}
      >
        Add
      </button>
    </form>
  );
}

test('a refused form focuses the field, and shows what is wrong below it', () => {
  completePlatform({ width: 320 });
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  render(
    <UiProvider>
      <Form />
    </UiProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Date'));
  expect(shown.mock.contexts).toEqual([screen.getByText('This is years ahead.')]);
});
