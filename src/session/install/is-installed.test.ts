import { afterEach, expect, test, vi } from 'vitest';
import { isInstalled } from './is-installed.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A browser that shows the page in this mode. */
function showIn(mode: string) {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes(`(display-mode: ${mode})`) }));
}

test.each(['standalone', 'minimal-ui', 'window-controls-overlay'])('an app in the mode %s is installed', (mode) => {
  showIn(mode);
  expect(isInstalled()).toBe(true);
});

test.each(['browser', 'fullscreen'])('a page in the mode %s is not installed: a browser tab can be in it', (mode) => {
  showIn(mode);
  expect(isInstalled()).toBe(false);
});
