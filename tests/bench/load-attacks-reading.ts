/** Attackers who ask for too much: by the table API, by realtime's table changes, and by what needs no key. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';

export const READING_ATTACKS = [
  'columns and tables many times',
  'the largest answers that are taken',
  'the longest queries that are taken',
  'nested brackets',
  'tables of empty lines',
  'kinds of table changes',
  'the table changes that are taken',
  'floods of health checks',
  'floods of pages',
] as const;
type ReadingAttack = (typeof READING_ATTACKS)[number];

type Person = { id: string; accountId: string; token: string };

/** What an attacker is given: the target, and its own addresses. */
export type Aim = {
  port: number;
  /** The first three bytes of the attacker's addresses. */
  network: string;
  key: string;
  each: (run: (person: Person, from: string) => void) => void;
  forever: (work: () => Promise<void>) => Promise<never>;
  socketFrom: (localAddress: string, onOpen: (socket: WebSocket) => void) => void;
};

const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));

export function readingAttacks({
  port,
  network,
  key,
  each,
  forever,
  socketFrom,
}: Aim): Record<ReadingAttack, () => void> {
  /** Resolves when the answer was read, or the connection broke. */
  const ask = (
    person: Person,
    from: string,
    path: string,
    more: { method?: string; type?: string; body?: string } = {},
  ): Promise<void> => {
    const { method = 'GET', type = 'application/json', body = '' } = more;
    const headers = {
      apikey: key,
      authorization: `Bearer ${person.token}`,
      'content-type': type,
      'content-length': Buffer.byteLength(body),
    };
    const options = { host: '127.0.0.1', port, path: `/rest/v1/${path}`, method, headers, localAddress: from };
    return new Promise((resolve) => {
      const sent = request(options, (response) => response.resume().on('close', resolve));
      sent.on('error', () => resolve());
      sent.end(body);
    });
  };
  /** Each attacker asks eight times at once, again and again. */
  const askAll = (path: (person: Person) => string, more: Parameters<typeof ask>[3] = {}) =>
    each((person, from) => {
      times(8, () => void forever(() => ask(person, from, path(person), more)));
    });

  const enter = (person: Person, from: string, count: number, description: string) => {
    const row = { account_id: person.accountId, type: 'debit', amount: 1, transaction_date: '2026-03-31', description };
    const body = JSON.stringify(times(count, () => row));
    return ask(person, from, 'transactions?columns=account_id,type,amount,transaction_date,description', {
      method: 'POST',
      body,
    });
  };

  const listen = (bindings: (n: number) => object[], sockets: number, channels: number) =>
    each((person, from) => {
      times(sockets, () =>
        socketFrom(from, (socket) => {
          times(channels, (n) => {
            const payload = { config: { postgres_changes: bindings(n) }, access_token: person.token };
            socket.send(JSON.stringify(['1', '1', `realtime:c${n}`, 'phx_join', payload]));
          });
        }),
      );
      void forever(async () => {
        await enter(person, from, 200, 'x'.repeat(1000));
        await delay(200);
      });
    });

  /** Ten requests at once on each connection. A connection that the server ends is opened again. */
  const flood = (path: string) => {
    const ofTen = `GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept: */*\r\n\r\n`.repeat(10);
    const open = (n: number) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: `${network}.${1 + (n % 4)}` });
      socket.on('error', () => {});
      socket.on('connect', () => socket.write(ofTen));
      socket.on('data', () => socket.writableLength < 1000 && socket.write(ofTen));
      socket.on('close', () => setTimeout(() => open(n), 100));
    };
    times(400, open);
  };

  const change = { event: '*', schema: 'public', table: 'transactions' };
  return {
    'columns and tables many times': () =>
      askAll(() => `accounts?select=${times(8, (n) => `t${n}:transactions(${times(25, (m) => `c${m}:metadata`)})`)}`),
    'the largest answers that are taken': () => askAll(() => 'accounts?select=*,transactions(transaction_id,amount)'),
    'the longest queries that are taken': () =>
      askAll(() => {
        const filters = times(50, (n) => `or=(${times(8, (m) => `amount.eq.${n}${m}`)})`);
        return `transactions?${filters.join('&')}&offset=19000&order=description,notes,amount`;
      }),
    'nested brackets': () => askAll(() => `transactions?or=(${'or('.repeat(3700)}amount.gt.1${')'.repeat(3700)})`),
    'tables of empty lines': () =>
      askAll(() => 'transactions', {
        method: 'POST',
        type: 'text/csv',
        body: `${times(2000, (n) => `c${n}`)}${'\n'.repeat(900_000)}`,
      }),
    'kinds of table changes': () =>
      listen(() => times(500, () => ({ ...change, filter: `description=eq.${'x'.repeat(40)}` })), 5, 60),
    'the table changes that are taken': () =>
      listen((n) => times(10, (m) => ({ ...change, filter: `description=eq.${n}${m}${'x'.repeat(200)}` })), 1, 10),
    'floods of health checks': () => flood('/healthz'),
    'floods of pages': () => flood('/config.json'),
  };
}
