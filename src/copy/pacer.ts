/** The longest piece of work between two chances for the page to draw, in milliseconds. */
const SLICE_MS = 10;

/** Returns a function that lets the page draw and answer, if the last chance was long ago. */
export function pacer(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    last = performance.now();
  };
}
