/** Guards of order: edits and renames on a device, verdicts and the responses that follow them. */
import type { Mutant } from './mutant.ts';

export const ofOrder: readonly Mutant[] = [
  {
    guard: 'later responses: they count as asked for after the verdicts that the first one knew',
    file: 'sync/requests.ts',
    find: 'epoch === asked.epoch ? asked.decided : new Set<number>()',
    replace: 'new Set<number>()',
    test: ['tests/sync/truncated-responses.test.ts', 'keep nothing of a deleted account after the last one'],
  },
  {
    guard: 'later responses: a restored server decides anew',
    file: 'sync/requests.ts',
    find: 'epoch === asked.epoch ? asked.decided : new Set<number>()',
    replace: 'asked.decided',
    test: ['tests/sync/truncated-responses.test.ts', 'an entry that a restored server decided anew survives'],
  },
  {
    guard: 'coalescing: never past an entry that reaches rows which it does not name',
    file: 'src/store/optimistic/coalesced-entry.ts',
    find: '|| (await isMultiRowAfter(changes.db, last))',
    replace: '',
    test: ['tests/sync/push.test.ts', 'an edit does not coalesce past a rename'],
  },
  {
    guard: 'overtaking: a rename and a row that changes its type keep their order',
    file: 'src/store/outbox/dependencies.ts',
    find: 'takesElsewhere(one) || ',
    replace: '',
    test: ['src/store/outbox/dependencies.test.ts', 'a change of type does not overtake a delayed rename'],
  },
];
