// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { UiProvider } from '#ui/provider';
import { AmountInput } from './amount-input.tsx';

function Form() {
  const [amount, setAmount] = useState('');
  return <AmountInput value={amount} change={(fields) => setAmount(fields.amount ?? '')} error={undefined} />;
}

function type(text: string): void {
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: text } });
}

afterEach(cleanup);

it('shows what was understood below the field, where it is not what was typed', () => {
  render(<Form />, { wrapper: UiProvider });
  type('1.234,5');
  expect(screen.getByText('= $1,234.50')).toBeTruthy();
  type('12.50');
  expect(screen.queryByText(/^=/)).toBeNull();
});

it('refuses another currency’s sign at the field as soon as it is typed', () => {
  render(<Form />, { wrapper: UiProvider });
  type('12 €');
  expect(screen.getByText('Amounts are in dollars. Enter it without another currency’s sign.')).toBeTruthy();
  expect(screen.getByLabelText('Amount').getAttribute('aria-invalid')).toBe('true');
  type('12');
  expect(screen.queryByText(/^Amounts are in dollars/)).toBeNull();
});
