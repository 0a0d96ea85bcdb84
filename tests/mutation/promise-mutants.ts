/** Wishes that would be dropped in silence: the first rule of the oracle sees each of them (G1). */
import type { Mutant } from './mutant.ts';

const meetings = ['tests/sync/histories-2.test.ts', 'in which people change the same rows'] as const;
const files = ['tests/sync/histories-imports.test.ts', 'in which people import files'] as const;

export const seenByTheFirstRule: readonly Mutant[] = [
  {
    guard: 'first rule: whose value was overtaken unseen is told',
    file: 'tests/sync/support/fake/work.ts',
    find: '    this.#put(this.state.notices, id, { ...notice, id, at',
    replace: "    if (notice.kind !== 'edited') this.#put(this.state.notices, id, { ...notice, id, at",
    test: meetings,
  },
  {
    guard: 'first rule: whose link of a line was not made is told',
    file: 'tests/sync/support/fake/kept-by-keys.ts',
    find: '  return [{ operation, id: operation.id, kept, by: byOf(work, standsFor), ...other }];',
    replace: '  return kept && other ? [] : [];',
    test: files,
  },
];
