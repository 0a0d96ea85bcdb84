import { expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { inParts } from './transfer-parts.ts';

it('no part has one side of a transfer without the other, and none is too large', () => {
  const item = fc.record({ transferId: fc.option(fc.constantFrom('a', 'b', 'c', 'd')) });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 30 }), (all) => {
      // A transfer has two sides.
      const met = new Map<string, number>();
      const items = all.filter(({ transferId }) => {
        const count = (met.get(transferId ?? '') ?? 0) + 1;
        if (transferId !== null) met.set(transferId, count);
        return transferId === null || count <= 2;
      });
      const parts = inParts(items, 3);
      expect(new Set(parts.flat())).toEqual(new Set(items));
      expect(parts.flat()).toHaveLength(items.length);
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(3);
      for (const id of met.keys()) {
        expect(parts.filter((part) => part.some(({ transferId }) => transferId === id))).toHaveLength(1);
      }
    }),
  );
});
