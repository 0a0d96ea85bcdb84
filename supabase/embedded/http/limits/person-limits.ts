/** On what a person may store, and how often somebody may try passwords. */
import { type Limit, megabytes } from './limit.ts';

export const personLimits = {
  personAccounts: {
    most: 200,
    unit: '',
    what: 'accounts of a person, and as many that others share with them',
    why: 'Ten times what a large household has. More are rejected, and their content stays on the device.',
  },
  personRows: {
    most: 2_000_000,
    unit: '',
    what: 'transactions that a person entered',
    why: 'A hundred a day for fifty years. More are rejected, and their content stays on the device.',
  },
  personBytes: {
    most: megabytes(1024),
    unit: 'bytes',
    what: 'texts of these transactions',
    why: 'Five hundred bytes each. More are rejected, and their content stays on the device.',
  },
  passwordsAtOnce: {
    most: 2,
    unit: '',
    what: 'passwords that are hashed at once',
    why: 'Each takes a processor for 70 ms, on one of Node’s four threads for files. Two stay free for those.',
  },
  passwordsWaiting: {
    most: 20,
    unit: '',
    what: 'requests that wait for one of these places',
    why: 'The last of them waits for a second. When more come, the network with most of them hears 429.',
  },
  triesOf56: {
    most: 2,
    unit: '',
    what: 'tries of an IPv6 network of 56 bits, for each of one of 64 bits',
    why: 'A home has 256 networks of 64 bits. So those together have twice the tries to sign in of one.',
  },
  triesOf48: {
    most: 4,
    unit: '',
    what: 'tries of an IPv6 network of 48 bits, for each of one of 64 bits',
    why: 'A firm has as many, and anybody may rent one. Some providers put 256 homes into one.',
  },
} satisfies Record<string, Limit>;
