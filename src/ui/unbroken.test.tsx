// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UiProvider } from './provider.tsx';
import { Unbroken } from './unbroken.tsx';

const SENTENCE = 'A newer change stands: -$1,025.00, not +$30.00. It cost $4.00.';

test('the sign of an amount stays with it at the end of a line, and the words are the same', () => {
  const { container } = render(
    <UiProvider>
      <p>
        <Unbroken>{SENTENCE}</Unbroken>
      </p>
    </UiProvider>,
  );
  const [paragraph] = container.getElementsByTagName('p');
  expect(paragraph?.textContent).toBe(SENTENCE);
  expect([...(paragraph?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['-$1,025.00', '+$30.00']);
});
