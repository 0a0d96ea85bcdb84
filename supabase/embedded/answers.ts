import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A complete HTTP answer. `final` bodies go out as they are; others may be compressed on the way. */
export type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer | string; final?: boolean };

/** A body larger than the limit of its route, in bytes. */
export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`The request body is larger than ${limit} bytes`);
    this.name = 'BodyTooLarge';
  }
}

export function json(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size > limit) throw new BodyTooLarge(limit);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Writes an answer; bodies worth it are compressed when the caller takes that and is not on this machine. */
export async function send(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const whole = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
  const encoding = !answer.final && whole.length > 1400 && !isDirectLoopback(request) ? chooseEncoding(request) : null;
  const body = encoding ? await compress(whole, encoding, 'fast') : whole;
  const headers: OutgoingHttpHeaders = { ...answer.headers, 'content-length': body.length };
  if (encoding) Object.assign(headers, { 'content-encoding': encoding, vary: 'accept-encoding, origin' });
  response.writeHead(answer.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

export type Encoding = 'br' | 'gzip';

export function chooseEncoding(request: IncomingMessage): Encoding | null {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

/** `fast` for answers made once, `small` for files that are served again and again. */
export function compress(body: Buffer, encoding: Encoding, aim: 'fast' | 'small'): Promise<Buffer> {
  return encoding === 'br'
    ? promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: aim === 'fast' ? 3 : 9 } })
    : promisify(gzip)(body, { level: aim === 'fast' ? 1 : 9 });
}

/** Whether the caller is a program on this very machine and no proxy that speaks for others. */
export function isDirectLoopback(request: IncomingMessage): boolean {
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];
  return (
    isLoopback(request.socket.remoteAddress ?? '') && forwarded.every((name) => request.headers[name] === undefined)
  );
}

export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/, '');
  return name === 'localhost' || name === '::1' || /^127\.\d+\.\d+\.\d+$/.test(name);
}
