import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { type Answer, chooseEncoding, compress, type Encoding } from './answers.ts';

/** Serves the built app. Null when `path` is no file of it and no navigation. */
export type StaticApp = (request: IncomingMessage, path: string) => Promise<Answer | null>;

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** File types that are compressed already. */
const dense = new Set(['.ico', '.jpg', '.png', '.webp', '.woff2']);

type Loaded = { whole: Buffer; etag: string; encoded: Map<Encoding, Promise<Buffer>> };

export function createStaticApp(folder: string): StaticApp {
  const files = new Set(listFiles(folder));
  const cache = new Map<string, Promise<Loaded>>();

  const load = (file: string): Promise<Loaded> => {
    const known = cache.get(file);
    if (known) return known;
    const loading = readFile(join(folder, file)).then((whole) => ({
      whole,
      etag: `"${createHash('sha256').update(whole).digest('base64url').slice(0, 22)}"`,
      encoded: new Map(),
    }));
    cache.set(file, loading);
    return loading;
  };

  return async (request, path) => {
    const file = findFile(files, request, path);
    if (file === null) return null;
    const { whole, etag, encoded } = await load(file);
    const headers: Record<string, string> = {
      'content-type': mediaTypes[extname(file)] ?? 'application/octet-stream',
      // Files below assets/ have a hash of their content in their name. Browsers ask for all others again each time.
      'cache-control': file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      etag,
    };
    if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: '', final: true };
    const encoding = dense.has(extname(file)) || whole.length < 1400 ? null : chooseEncoding(request);
    if (encoding === null) return { status: 200, headers, body: whole, final: true };
    let body = encoded.get(encoding);
    if (!body) {
      body = compress(whole, encoding, 'small');
      encoded.set(encoding, body);
    }
    return { status: 200, headers: { ...headers, 'content-encoding': encoding }, body: await body, final: true };
  };
}

/** Paths that are neither a page of the app nor a file: `/assets/gone`, `/rest/v1`, `/.well-known/…`. */
const noPage = /^(?:api|assets|functions|realtime|rest|\.well-known)(?:\/|$)|(?:^|\/)v\d+(?:\/|$)/;

/** The file with that name, or the app itself for a page. A missing asset or call never gets the app. */
function findFile(files: Set<string>, request: IncomingMessage, path: string): string | null {
  const name = path.slice(1);
  if (files.has(name)) return name;
  // A browser asks for text/html. Link checkers and curl accept anything, and some programs send no Accept header.
  const takesPage = /text\/html|\*\/\*/.test(String(request.headers.accept ?? '*/*'));
  const isPage = takesPage && extname(name) === '' && !noPage.test(name);
  return isPage && files.has('index.html') ? 'index.html' : null;
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry: Dirent) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
