import { showToast } from '#ui/toast';

/** What is done sooner needs no word. */
const A_MOMENT_MS = 400;

/** Does the work. When it takes longer than a moment, a toast says until its end what is being done. */
export async function sayWhile<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  let remove = () => {};
  const timer = setTimeout(() => {
    remove = showToast({ title, tone: 'info', duration: null });
  }, A_MOMENT_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    remove();
  }
}
