/** Wishes that would be dropped in silence: the first rule of the oracle sees each of them (G1). */
import type { Mutant } from './mutant.ts';

const meetings = ['tests/sync/histories-2.test.ts', 'in which people change the same rows'] as const;
const files = ['tests/sync/histories-imports.test.ts', 'in which people import files'] as const;
const many = ['tests/sync/histories-many.test.ts', 'with deeds that concern much at once'] as const;

export const seenByTheFirstRule: readonly Mutant[] = [
  {
    guard: 'first rule: a verdict names each row that was not taken',
    file: 'tests/sync/support/fake/apart.ts',
    find: 'flatMap((row) => untaken.get(row) ?? []);',
    replace: 'flatMap((row) => untaken.get(row) ?? []).slice(1);',
    test: many,
  },
  {
    guard: 'first rule: the device keeps each row that was not taken',
    file: 'src/store/outbox/not-taken.ts',
    find: 'rest: restOf(entry, refused, named, verdict)',
    replace: 'rest: restOf(entry, refused.length > 1 ? refused.slice(1) : refused, named, verdict)',
    test: many,
  },
  {
    guard: 'first rule: whose value was superseded unseen is told',
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
  {
    guard: 'first rule: an undo says of how many rows something stays',
    file: 'src/store/undo/undoable.ts',
    find: 'of takenTogether(wanted)) {',
    replace: 'of takenTogether(wanted).slice(wanted.length > 1 ? 1 : 0)) {',
    test: many,
  },
  {
    guard: 'first rule: a command changes each row that it says it changes',
    file: 'src/store/commands/commit/change-each.ts',
    find: 'operations: slice.map(({ operation }) => operation), apart: true }));',
    replace: 'operations: slice.slice(slice.length > 2 ? 1 : 0).map(({ operation }) => operation), apart: true }));',
    test: many,
  },
  {
    guard: 'first rule: a form writes the name that the chosen category has by now',
    file: 'src/store/commands/commit/commit.ts',
    find: '      underPresentNames: presentNaming(db, { now, chosen, seen }),\n',
    replace: '',
    test: many,
  },
];
