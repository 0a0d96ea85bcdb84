// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completePlatform } from '../../tests/support/jsdom-platform.ts';
import { Dialog } from './dialog.tsx';
import { DialogSheet } from './dialog-sheet.tsx';
import { DialogStep } from './dialog-step.tsx';
import { UiProvider } from './provider.tsx';

/** jsdom has no layout, so the test sets the height of the content; boxes are 0 px high. */
let contentHeight = 0;

class PromptObserver {
  readonly #resized: () => void;
  constructor(resized: () => void) {
    this.#resized = resized;
  }
  observe() {
    this.#resized();
  }
  disconnect() {}
}

beforeEach(() => {
  completePlatform({ width: 1440 });
  vi.stubGlobal('ResizeObserver', PromptObserver);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => contentHeight);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function bodyOf(text: string) {
  return screen.getByText(text).closest('[tabindex="0"]');
}

function show(children: React.ReactNode) {
  render(
    <UiProvider>
      <Dialog open title="Details" onClose={() => {}}>
        {children}
      </Dialog>
    </UiProvider>,
  );
}

test('long content without a control takes the focus, so that keys scroll it', () => {
  contentHeight = 900;
  show(<p>Rows</p>);
  expect(bodyOf('Rows')).not.toBeNull();
});

test('content that fits takes no focus', () => {
  contentHeight = 0;
  show(<p>Rows</p>);
  expect(bodyOf('Rows')).toBeNull();
});

test('long content with a control takes no focus', () => {
  contentHeight = 900;
  show(<button type="button">Rows</button>);
  expect(bodyOf('Rows')).toBeNull();
});

const page = (opener: boolean, dialog: string | null) => (
  <UiProvider>
    <main tabIndex={-1}>{opener && <button type="button">Open</button>}</main>
    {dialog !== null && (
      <Dialog open title="Details" onClose={() => {}}>
        <button key={dialog} type="button" data-autofocus>
          {dialog}
        </button>
      </Dialog>
    )}
  </UiProvider>
);

test('when the control that has the focus goes, the next one has it', () => {
  const { rerender } = render(page(true, 'Choose'));
  rerender(page(true, 'Stop'));
  expect(document.activeElement).toBe(screen.getByText('Stop'));
});

test('when the control that opened it is gone, the content of the page has the focus', () => {
  const { rerender } = render(page(true, null));
  screen.getByText('Open').focus();
  rerender(page(true, 'Choose'));
  rerender(page(false, 'Choose'));
  rerender(page(false, null));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('a control that is there still keeps the focus', () => {
  const { rerender } = render(page(true, 'Choose'));
  screen.getByRole('button', { name: 'Close' }).focus();
  rerender(page(true, 'Stop'));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
});

const steps = (step: string) => (
  <UiProvider>
    <DialogSheet>
      <DialogStep key={step} title={step} onClose={() => {}}>
        <input key={step} aria-label={step} />
      </DialogStep>
    </DialogSheet>
  </UiProvider>
);

test('one sheet stays while steps follow each other, has the name of each, and focuses its first control', () => {
  const { rerender } = render(steps('Choose'));
  const sheet = screen.getByRole('dialog', { name: 'Choose' });
  screen.getByLabelText('Choose', { selector: 'input' }).focus();
  rerender(steps('Plan'));
  expect(screen.getByRole('dialog', { name: 'Plan' })).toBe(sheet);
  expect(document.activeElement).toBe(screen.getByLabelText('Plan', { selector: 'input' }));
});

test('Escape closes the step that is shown', () => {
  const closed: string[] = [];
  const named = (step: string) => (
    <UiProvider>
      <DialogSheet>
        <DialogStep title={step} onClose={() => closed.push(step)}>
          {step}
        </DialogStep>
      </DialogSheet>
    </UiProvider>
  );
  const { rerender } = render(named('Choose'));
  rerender(named('Plan'));
  fireEvent(screen.getByRole('dialog'), new Event('cancel'));
  expect(closed).toEqual(['Plan']);
});
