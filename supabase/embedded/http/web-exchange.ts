import type { IncomingMessage } from 'node:http';
import type { Answer } from './answers.ts';

/** The request with its body, in the form that the API library and edge functions take. */
export function toWeb(request: IncomingMessage, url: URL, body: Buffer): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const method = request.method ?? 'GET';
  const carries = body.length > 0 && method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, ...(carries ? { body: new Uint8Array(body) } : {}) });
}

/** The front server decides about CORS, so the library's CORS headers are left out. */
export async function fromWeb(response: Response): Promise<Answer> {
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    if (!name.startsWith('access-control-') && name !== 'content-length' && name !== 'vary') headers[name] = value;
  });
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** The parsed body; null when it is no JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
