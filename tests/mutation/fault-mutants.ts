/** Guards that hold only against one fault of random histories: without one of them, only that fault goes wrong. */
import type { Mutant } from './mutant.ts';

const histories = ['tests/sync/histories-1.test.ts', 'of 2 to 5 devices, with every fault,'] as const;

export const seenByAFault: readonly Mutant[] = [
  {
    guard: 'unreadable rows: entries on one stay open, so that a restored server gets them again',
    file: 'sync/apply.ts',
    find: 'open.filter(({ rows }) => rows.length !== 1 || !unread.has(rows[0]?.[1] ?? null))',
    replace: 'entries',
    test: ['tests/sync/unreadable.test.ts', '[S61b, S18, G1] that the device made itself'],
  },
  {
    guard: 'fault of a row that cannot be read: after an update it is fetched',
    file: 'sync/unreadable.ts',
    find: 'if (readable.length === 0) return;',
    replace: 'if (readable.length >= 0) return;',
    test: histories,
  },
  {
    guard: 'fault of no room: several rows that are written at once say why they were not',
    file: 'src/store/database/storage-failure.ts',
    find: '    if (reason) return reason;\n',
    replace: '',
    test: ['src/store/database/storage-failure.test.ts', 'a device without room for'],
  },
  {
    guard: 'fault of a removed database: an answer to the one before is not applied',
    file: 'sync/apply.ts',
    find: 'if ((await readDeviceId(db)) !== asked.device) return false;',
    replace: '',
    test: ['tests/sync/pull.test.ts', 'a response to a database that was emptied since is dropped'],
  },
  {
    guard: 'fault of two versions: what v0.1.0 had not seen is not known to it',
    file: 'tests/sync/support/fake/clocks.ts',
    find: "if (typeof seen === 'number') return written.version <= seen",
    replace: "if (typeof seen === 'number') return written.version >= 0",
    test: ['tests/sync/histories-2.test.ts', 'in which people change the same rows'],
  },
  {
    guard: 'fault of a server that fails for ever on one mutation: its user is shown the entry',
    file: 'sync/set-aside.ts',
    find: "if (reason === 'server') return failingMs >=",
    replace: "if (reason === 'server') return failingMs < 0 && failingMs >=",
    test: ['tests/sync/histories-running.test.ts', 'histories in which engines run end well'],
  },
];
