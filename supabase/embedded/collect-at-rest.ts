/** Gives memory back after heavy work, once the process rests (decision 57). */
import { performance } from 'node:perf_hooks';

const megabytes = (count: number) => count * 1024 * 1024;

/** A process that has no more than this gives nothing back. */
const FEW = megabytes(192);
/** By how much it has to grow until it gives something back again. */
const MORE = megabytes(32);
/** The part of a second in which a resting process may do something. */
const BUSY = 0.1;

type Memory = {
  /** What the process holds, in bytes. */
  resident: () => number;
  /** Collects garbage. It takes some 100 ms. */
  collect: () => void;
};

/**
 * Call the result once a second, with the part of it in which the process was busy. It collects garbage where the
 * process rests and has grown.
 */
export function restingCollector({ resident, collect }: Memory): (busy: number) => void {
  let left = FEW - MORE;
  return (busy) => {
    if (busy > BUSY || resident() <= left + MORE) return;
    collect();
    left = Math.max(FEW - MORE, resident());
  };
}

/** Looks every second. Node has to be started with `--expose-gc`; else V8 alone decides, and keeps freed pages. */
export function collectAtRest(): void {
  const { gc } = globalThis;
  if (!gc) return;
  const look = restingCollector({
    resident: () => process.memoryUsage.rss(),
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  });
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    look(performance.eventLoopUtilization(now, before).utilization);
    before = now;
  }, 1000).unref();
}
