// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DialogSheet } from '#ui/dialog-sheet';
import { UiProvider } from '#ui/provider';
import { completePlatform } from '../../../tests/support/jsdom-platform.ts';
import { ImportDone } from './import-done.tsx';

it('tells of rows that became no transfers, also where the other side is gone or may not be changed', () => {
  completePlatform({ width: 1440 });
  const nothing = () => {};
  render(
    <UiProvider>
      <DialogSheet>
        <ImportDone summary="Done" left={0} apart={2} next={null} onBack={nothing} onClose={nothing} />
      </DialogSheet>
    </UiProvider>,
  );
  expect(screen.getByText(/^2 rows came in .* the other side is gone or has changed\./)).toBeDefined();
});
