/** Runs before each test file: what waits for something waits as long as `expect.poll` (vite.config.ts). */
import { vi } from 'vitest';

const PATIENCE_MS = 20_000;

const waitFor = vi.waitFor;
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENCE_MS });
}
