/**
 * Every limit of the embedded server on size and on work at once, each with its reason. docs/self-hosting.md shows this
 * table; a test compares the two. How often somebody may try to sign in stands in rate-limit.ts.
 */

export type Limit = { most: number; unit: 'bytes' | 's' | ''; what: string; why: string };

const kilobytes = (count: number) => count * 1024;
const megabytes = (count: number) => kilobytes(count * 1024);

export const limits = {
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
  answerBytes: {
    most: megabytes(4),
    unit: 'bytes',
    what: 'rows of one answer of the table API',
    why:
      'Room for 1,000 rows of 4 kB. The process makes some copies of an answer, of six at once. Whoever gets ' +
      '413 reads in parts. Pulls have limits of their own.',
  },
  selectItems: {
    most: 40,
    unit: '',
    what: 'columns in a select, an order or a list of columns',
    why: 'The largest table has 20. No column and no table may be repeated.',
  },
  queryParameters: {
    most: 64,
    unit: '',
    what: 'parameters of a request to the table API',
    why: 'A filter for each column, and some more.',
  },
  querySigns: {
    most: 500,
    unit: '',
    what: 'commas, brackets and arrows in the query of a request',
    why: 'More ids than fit into the headers.',
  },
  queryDepth: {
    most: 16,
    unit: '',
    what: 'depth of brackets in a query',
    why: 'The library parses them by recursion. An “or” in an “and” has two.',
  },
  requestsPerUser: {
    most: 32,
    unit: '',
    what: 'open requests of a user',
    why: 'A device of v0.1.0 has eight at most: two pushes, three pulls, heads, sums, an invitation.',
  },
  requestsPerAddress: {
    most: 128,
    unit: '',
    what: 'open requests from an address',
    why:
      'Sixteen busy devices behind one router. An IPv6 network of 64 bits counts as one address, and for ' +
      'connections, sockets and pace one of 56 bits.',
  },
  requests: {
    most: 2000,
    unit: '',
    what: 'open requests of all users together',
    why: 'As many as devices that listen, because a hint can make all of them pull at once.',
  },
  heldPerUser: {
    most: megabytes(20),
    unit: 'bytes',
    what: 'bodies and unread responses of a user in memory',
    why:
      'Two pushes of the largest size, and the other open requests of a device of v0.1.0. One response of ' +
      'any length is always allowed.',
  },
  heldPerAddress: {
    most: megabytes(24),
    unit: 'bytes',
    what: 'bodies and unread responses of an address in memory',
    why:
      'Half of the limit for all: three of the largest pushes at once, and the users of one network leave ' +
      'the rest to others.',
  },
  held: {
    most: megabytes(48),
    unit: 'bytes',
    what: 'bodies and unread responses of all users in memory',
    why:
      'Node and PostgreSQL’s client make copies; the process still stays below 400 MB. Callers who hold ' +
      'less than 64 kB are not refused for it.',
  },
  connectionsPerAddress: {
    most: 512,
    unit: '',
    what: 'connections from an address',
    why: 'A browser opens six, and one for hints. A trusted proxy has no limit, because it speaks for many.',
  },
  connections: {
    most: 4096,
    unit: '',
    what: 'connections of all callers together',
    why: 'Twice the sockets.',
  },
  pipelinedRequests: {
    most: 8,
    unit: '',
    what: 'requests on a connection before the first is answered',
    why: 'Browsers and proxies send one after the other. With more, the connection ends.',
  },
  requestsAtOnce: {
    most: 1000,
    unit: '',
    what: 'requests from an address at once',
    why: 'Opening the app takes some fifty. The next ones wait for their turn.',
  },
  requestsPerSecond: {
    most: 200,
    unit: '',
    what: 'requests a second from an address, beyond those',
    why: 'A device that syncs sends one or two. Each costs the process up to 0.5 ms. Nothing is refused for it.',
  },
  headerSeconds: {
    most: 15,
    unit: 's',
    what: 'time for the headers of a request to arrive',
    why: 'They fit into one packet or two.',
  },
  requestSeconds: {
    most: 60,
    unit: 's',
    what: 'time for a whole request to arrive',
    why: 'v0.1.0 gives a push up after 30 s.',
  },
  answerSeconds: {
    most: 90,
    unit: 's',
    what: 'time for a caller to read a response',
    why: 'v0.1.0 gives a pull up after 60 s.',
  },
  sockets: {
    most: 2000,
    unit: '',
    what: 'realtime sockets of all users together',
    why: 'Further devices poll.',
  },
  socketsPerAddress: {
    most: 200,
    unit: '',
    what: 'realtime sockets from an address',
    why: 'A tenth of all. An open tab has one.',
  },
  socketsPerUser: {
    most: 50,
    unit: '',
    what: 'realtime sockets of a user',
    why: 'One for each tab, on all devices.',
  },
  channelsPerSocket: {
    most: 100,
    unit: '',
    what: 'channels of a realtime socket',
    why: 'v0.1.0 joins one; hosted projects allow as many.',
  },
  joinsPerMinute: {
    most: 120,
    unit: '',
    what: 'joins and renewed tokens a minute on a realtime socket',
    why: 'Each is a database query. All channels of a socket may join again at once.',
  },
  bindingsPerChannel: {
    most: 10,
    unit: '',
    what: 'kinds of changes that a realtime channel asks for',
    why: 'A table has three events, and a channel may filter. The app asks for none.',
  },
  bindingsPerUser: {
    most: 100,
    unit: '',
    what: 'kinds of changes that a user asks for, on all sockets',
    why: 'Each is compared with each row that the user may see. Fifty tabs may ask for two.',
  },
  filterBytes: {
    most: 256,
    unit: 'bytes',
    what: 'filter of a kind of changes',
    why: 'The name of a column and a value, mostly an id. The reply to the join repeats it.',
  },
  tokenBytes: {
    most: kilobytes(8),
    unit: 'bytes',
    what: 'access token on a realtime socket',
    why: 'Ours have 1 kB. The socket keeps its claims.',
  },
  frameBytes: {
    most: kilobytes(64),
    unit: 'bytes',
    what: 'message to a realtime socket',
    why: 'The largest of v0.1.0 carries an access token: 2 kB.',
  },
  socketBytes: {
    most: kilobytes(256),
    unit: 'bytes',
    what: 'messages to a realtime socket, after which nothing of it is read for a second',
    why: 'A hundred channels join again at once, each with its token. Whoever sends more waits.',
  },
  framesPerSecond: {
    most: 200,
    unit: '',
    what: 'messages a second to a realtime socket, over ten seconds',
    why: 'v0.1.0 sends one in 25 s.',
  },
  queuedFrames: {
    most: 256,
    unit: '',
    what: 'waiting messages of a realtime socket',
    why: 'All channels of a socket may join and renew their tokens at once.',
  },
  unreadBytes: {
    most: megabytes(1),
    unit: 'bytes',
    what: 'unread messages to a realtime socket',
    why: 'A slower reader loses the connection, and pulls when it is back.',
  },
  unread: {
    most: megabytes(64),
    unit: 'bytes',
    what: 'unread messages to all realtime sockets together',
    why: 'Above it, the slowest readers lose their connections.',
  },
} satisfies Record<string, Limit>;

/** As docs/self-hosting.md shows them. */
export function limitsTable(): string {
  const rows = Object.values(limits).map(
    ({ most, unit, what, why }) => `| ${what} | ${printed(most, unit)} | ${why} |`,
  );
  return ['| limit | at most | why |', '|---|---:|---|', ...rows].join('\n');
}

function printed(most: number, unit: Limit['unit']): string {
  if (unit !== 'bytes') return `${most.toLocaleString('en')}${unit && ` ${unit}`}`;
  if (most < kilobytes(1)) return `${most} bytes`;
  return most >= megabytes(1) ? `${most / megabytes(1)} MB` : `${most / kilobytes(1)} kB`;
}
