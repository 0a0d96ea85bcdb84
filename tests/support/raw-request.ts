/** Requests that no browser sends: half of one, from another address of this machine, or with an endless body. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

export type RawRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** The part of the body to send. `content-length` may promise more. */
  body?: string | Buffer;
  /** The address of this machine that the request comes from, for example 127.0.0.2. */
  from?: string;
};

/** An open connection, on which a request was sent. */
export type Sent = { socket: Socket; answer: Promise<RawAnswer> };

/** Sends the request, or the given part of it. `answer` rejects if the server hangs up without one. */
export async function sendRaw(url: string, request: RawRequest): Promise<Sent> {
  const { hostname, port } = new URL(url);
  const local = request.from === undefined ? {} : { localAddress: request.from };
  const socket = connect({ port: Number(port), host: hostname === 'localhost' ? '127.0.0.1' : hostname, ...local });
  const answer = readAnswer(socket);
  answer.catch(() => {});
  await once(socket, 'connect');
  const headers = { host: hostname, ...request.headers };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${request.method ?? 'POST'} ${request.path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  if (request.body !== undefined) socket.write(request.body);
  return { socket, answer };
}

function readAnswer(socket: Socket): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const answer = parseAnswer(text);
      if (answer) resolve(answer);
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server hung up.')));
  });
}

/** Null until the whole response has arrived. */
function parseAnswer(text: string): RawAnswer | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [line = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()]),
  );
  const body = text.slice(end + 4);
  if (body.length < Number(headers['content-length'] ?? 0)) return null;
  return { status: Number(line.split(' ')[1]), headers, body };
}
