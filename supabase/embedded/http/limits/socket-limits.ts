/** On realtime sockets: how many, and what one may send, ask for and leave unread. */
import { kilobytes, type Limit, megabytes } from './limit.ts';

export const socketLimits = {
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
