import { afterEach, expect, test, vi } from 'vitest';
import { removesUnused } from './removes-unused.ts';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['Apple Computer, Inc.', 'browser', true],
  ['Apple Computer, Inc.', 'standalone', false],
  ['Google Inc.', 'browser', false],
  ['', 'browser', false],
])('a browser by “%s” in the mode %s removes what is not used: %s', (vendor, mode, expected) => {
  vi.stubGlobal('navigator', { vendor });
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes(`(display-mode: ${mode})`) }));
  expect(removesUnused()).toBe(expected);
});
