/** On what a request carries: its size, its depth, and the work that it asks the database for. */
import { kilobytes, type Limit, megabytes } from './limit.ts';

export const bodyLimits = {
  pushBytes: {
    most: megabytes(8),
    unit: 'bytes',
    what: 'body of a push',
    why:
      'The largest batch of v0.1.0, 1,000 additions, has 0.5 MB. Long notes make more; the app then halves ' +
      'the batch. A part of an import, 500 rows in one mutation, has 0.3 MB.',
  },
  bodyBytes: {
    most: megabytes(1),
    unit: 'bytes',
    what: 'body of any other call of a signed-in user',
    why: 'Room for 2,000 rows through the table API, which the API library reads on the main thread.',
  },
  smallBytes: {
    most: kilobytes(64),
    unit: 'bytes',
    what: 'body of a sign-in, of an edge function, and of callers who are not signed in',
    why: 'An invitation, the largest of them, has less than 4 kB.',
  },
  pushValues: {
    most: 200_000,
    unit: '',
    what: 'JSON keys and values in a push',
    why: '1,000 edits of v0.1.0 have 60,000, 500 imported rows 18,000. With more in one batch, the app halves it.',
  },
  bodyValues: {
    most: 50_000,
    unit: '',
    what: 'JSON keys and values in any other body',
    why: 'Room for 2,000 rows; parsing them stops the process for 20 ms.',
  },
  jsonDepth: {
    most: 32,
    unit: '',
    what: 'depth of JSON arrays and objects',
    why: 'A push of v0.1.0 has six.',
  },
  pushMutations: {
    most: 1000,
    unit: '',
    what: 'mutations in a push',
    why: 'The largest batch of v0.1.0. More get 413.',
  },
  pushOperations: {
    most: 5000,
    unit: '',
    what: 'operations in a push of several mutations, with the rows that renames and deletions touch, and with lines',
    why:
      'Each costs the database up to 0.3 ms, so a push ends within 2 s. With more, the app halves the batch. One ' +
      'mutation alone has any weight, unless it has a rename or the end of an account beside others.',
  },
  mutationOperations: {
    most: 1000,
    unit: '',
    what: 'operations in a mutation',
    why:
      'The largest of the app finishes a reconciliation of 999 rows. A larger mutation is ' +
      'rejected, and its content stays on the device.',
  },
  guestOperations: {
    most: 200,
    unit: '',
    what: 'operations in a push that writes in an account as a guest',
    why: 'A guest contributes to a budget, answers or leaves. With more, the app halves the batch.',
  },
} satisfies Record<string, Limit>;
