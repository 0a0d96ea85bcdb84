// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completePlatform } from '../../tests/support/jsdom-platform.ts';
import { Dialog } from './dialog.tsx';
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
