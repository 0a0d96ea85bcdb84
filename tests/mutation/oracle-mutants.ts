/**
 * Mends of the engine that only the oracle sees: without one of them, a random history ends wrong by the guarantees.
 */
import type { Mutant } from './mutant.ts';

const test = ['tests/sync/histories-2.test.ts', 'in which people change the same rows'] as const;

export const seenByTheOracle: readonly Mutant[] = [
  {
    guard: 'oracle: edits of other field groups do not coalesce, so each keeps its time',
    file: 'src/store/outbox/coalesce.ts',
    find: 'return isOfRow && sameGroups && !changesReference(first);',
    replace: 'return isOfRow && !changesReference(first);',
    test,
  },
  {
    guard: 'oracle: a name that was renamed meanwhile is carried along',
    file: 'tests/sync/support/fake/renames.ts',
    find: 'return cursor === undefined ? rename.at > editedAt : rename.version > cursor;',
    replace: 'return false;',
    test,
  },
  {
    guard: 'oracle: a deletion does not take along a later edit that its author had not seen',
    file: 'tests/sync/support/fake/delete.ts',
    find: 'if (winners.length > 0) {',
    replace: 'if (winners.length > 99) {',
    test,
  },
  {
    guard: 'oracle: whose change a deletion supersedes is told',
    file: 'tests/sync/support/fake/delete.ts',
    find: "  tellOfDeletion(work, 'transactions', row, edits);\n",
    replace: '',
    test,
  },
  {
    guard: 'oracle: only what was superseded is sent again',
    file: 'src/store/resolve/again.ts',
    find: "if (verdict?.status === 'superseded' && verdict.reason === 'newer') return supersededAgain(db, entry);",
    replace: "if (verdict?.status === 'superseded' && verdict.reason === 'newer') return operations;",
    test,
  },
  {
    guard: 'oracle: stamps of a wrong clock are put right before they are sent',
    file: 'sync/clock.ts',
    find: '    if (isNotable(offsetMs)) await shiftStamps(db, offsetMs);\n',
    replace: '',
    test,
  },
  {
    guard: 'oracle: what a restored server lost is as old as its original',
    file: 'src/store/optimistic/mutations.ts',
    find: 'copy ? { at: copy.asOf, isEarlier: false } : timeOfEdit(clockIn(clock), context.now)',
    replace: 'timeOfEdit(clockIn(clock), context.now)',
    test,
  },
];
