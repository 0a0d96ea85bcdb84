/** How often each fault struck, so that a test of histories knows that it tried them. */
const struck = new Map<string, number>();

/** Call it where the fault has done something, not where it was only wished for. */
export function strike(fault: string): void {
  struck.set(fault, (struck.get(fault) ?? 0) + 1);
}

/** By fault: how often it has struck in this test file. */
export function strikes(): ReadonlyMap<string, number> {
  return struck;
}
