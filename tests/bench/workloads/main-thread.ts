/**
 * Measures the work of the main thread with the browser's own trace. It uses the thread's time, not the clock's, so
 * other programs on the machine do not count.
 */
import type { Page } from '@playwright/test';
import * as v from 'valibot';

const thread = { pid: v.number(), tid: v.number() };
const MainThread = v.object({
  ...thread,
  name: v.literal('thread_name'),
  args: v.object({ name: v.literal('CrRendererMain') }),
});
/** `tdur`: microseconds of the thread's time. */
const Task = v.object({ ...thread, name: v.pipe(v.string(), v.endsWith('RunTask')), tdur: v.number() });

/** Milliseconds of the longest task on the main thread while `act` ran. */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: unknown[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const traceConfig = { includedCategories: ['toplevel', '__metadata'] };
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const main = new Set(all(MainThread, events).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = all(Task, events).filter(({ pid, tid }) => main.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error('the trace tells of no task');
  return tasks.reduce((longest, { tdur }) => Math.max(longest, tdur), 0) / 1000;
}

function all<T>(schema: v.GenericSchema<unknown, T>, events: readonly unknown[]): T[] {
  return events.flatMap((event) => {
    const parsed = v.safeParse(schema, event);
    return parsed.success ? [parsed.output] : [];
  });
}
