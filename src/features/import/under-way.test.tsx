// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DialogSheet } from '#ui/dialog-sheet';
import { UiProvider } from '#ui/provider';
import { completePlatform } from '../../../tests/support/jsdom-platform.ts';
import { UnderWay } from './under-way.tsx';

beforeEach(() => completePlatform({ width: 1440 }));
afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('who closes the dialog is asked, and what is under way goes on until they say stop', () => {
  const onStop = vi.fn<() => void>();
  render(
    <UiProvider>
      <DialogSheet>
        <UnderWay
          title="Import"
          progress="500 of 620 are in"
          done={500}
          all={620}
          question="Stop it?"
          onStop={onStop}
        />
      </DialogSheet>
    </UiProvider>,
  );
  expect(screen.queryByRole('alert')).toBeNull();
  press('Close');
  expect(screen.getByRole('alert').textContent).toBe('Stop it?');
  press('Go on');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onStop).not.toHaveBeenCalled();
  press('Close');
  press('Stop');
  expect(onStop).toHaveBeenCalledOnce();
  expect(screen.getByText('500 of 620 are in')).toBeDefined();
});
