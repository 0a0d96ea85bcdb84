/** On connections and requests: how many, how fast, how long, and how much of them is in memory. */
import { type Limit, megabytes } from './limit.ts';

export const requestLimits = {
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
} satisfies Record<string, Limit>;
