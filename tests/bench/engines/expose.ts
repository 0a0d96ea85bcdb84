import type { Engine } from './engine.ts';
import { measureEngine } from './measure-engine.ts';

/** Makes the engine's workloads callable from outside the page, as `measureEngine(size)`. */
export function expose(open: () => Promise<Engine>): void {
  Object.assign(globalThis, { measureEngine: (size: number) => measureEngine(open, size) });
}
