/** Resolves after so many frames were drawn; in a tab that nobody sees, when somebody looks again. */
export function frames(count: number): Promise<void> {
  return new Promise((resolve) => {
    const next = (left: number) => (left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1)));
    next(count);
  });
}
