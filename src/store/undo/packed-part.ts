/**
 * A part of a deed that a worker did. It comes as one text, which takes the page no time, and stays one until somebody
 * undoes the deed: 100,000 rows of an import would else lie in its memory as objects.
 */
import type { DeedPart } from './deeds.ts';

export interface PackedPart {
  mutationId: string;
  text: string;
}

export function packPart({ mutationId, operations, before }: DeedPart): PackedPart {
  return { mutationId, text: JSON.stringify({ operations, before }) };
}

/** The part, which is read each time when its operations or rows are asked for. */
export function lazyPart({ mutationId, text }: PackedPart): DeedPart {
  const read = (): Omit<DeedPart, 'mutationId'> => JSON.parse(text);
  return {
    mutationId,
    get operations() {
      return read().operations;
    },
    get before() {
      return read().before;
    },
  };
}
