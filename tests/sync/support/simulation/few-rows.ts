/** Small limits, so that a few rows are more than one mutation takes. */
import { ROWS_IN_ONE } from '#domain/mutations/mutation-slices';

const FEW = { changed: 3, imported: 3, reverted: 3, restored: 3, reconciled: 2, carriedOver: 3 };

export async function withFewRows(isFew: boolean | undefined, live: () => Promise<void>): Promise<void> {
  const before = { ...ROWS_IN_ONE };
  if (isFew) Object.assign(ROWS_IN_ONE, FEW);
  try {
    await live();
  } finally {
    Object.assign(ROWS_IN_ONE, before);
  }
}
