import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { discardRest } from './read-body.ts';

/** A complete HTTP response. A `final` body goes out unchanged; others may be compressed on the way. */
export type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer | string; final?: boolean };

export function json(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

/** Writes a response. It compresses a large enough body when the caller accepts that and is not on this machine. */
export async function send(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const whole = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
  const encoding = !answer.final && whole.length > 1400 && !isDirectLoopback(request) ? chooseEncoding(request) : null;
  const body = encoding ? await compress(whole, encoding, 'fast') : whole;
  const headers: OutgoingHttpHeaders = { ...answer.headers, 'content-length': body.length };
  if (encoding) Object.assign(headers, { 'content-encoding': encoding, vary: 'accept-encoding, origin' });
  response.writeHead(answer.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
  // None of our clients sends a request without a key, so the server does not wait for those that do.
  if (!request.complete && answer.headers.connection !== 'close') discardRest(request);
}

export type Encoding = 'br' | 'gzip';

export function chooseEncoding(request: IncomingMessage): Encoding | null {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

/** `fast` is for responses made once, `small` for files that are served again and again. */
export function compress(body: Buffer, encoding: Encoding, aim: 'fast' | 'small'): Promise<Buffer> {
  return encoding === 'br'
    ? promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: aim === 'fast' ? 3 : 9 } })
    : promisify(gzip)(body, { level: aim === 'fast' ? 1 : 9 });
}

/** Whether the caller is a program on this machine, and no proxy that speaks for others. */
export function isDirectLoopback(request: IncomingMessage): boolean {
  return isLoopback(request.socket.remoteAddress ?? '') && !isForwarded(request);
}

/**
 * Headers that proxies and content networks add to a forwarded request. Browsers and the dev server add none of them.
 */
const forwarding = new Set(['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']);

export function isForwarded(request: IncomingMessage): boolean {
  return Object.keys(request.headers).some((name) => forwarding.has(name) || name.startsWith('x-forwarded'));
}

export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/, '');
  return name === 'localhost' || name === '::1' || /^127\.\d+\.\d+\.\d+$/.test(name);
}
