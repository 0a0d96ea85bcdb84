/**
 * The pages of the engines, built once a run. They are served isolated from other origins, because Actual's engine
 * needs that.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const bench = fileURLToPath(new URL('.', import.meta.url));
const peers = join(bench, 'peers');

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

export interface Pages {
  /** The address below which `engines/carryover.html` and the others are, without a slash at the end. */
  url: string;
  stop(): Promise<void>;
}

/** Installs the peers from their own lock file, the first time. None of it must be compiled. */
export function installPeers(): void {
  if (existsSync(join(peers, 'node_modules/.package-lock.json'))) return;
  console.log('Installing what Carryover is measured against …');
  execFileSync('npm', ['ci', '--prefix', peers, '--ignore-scripts', '--no-audit', '--no-fund'], { stdio: 'inherit' });
}

/** Builds `names` (`engines/dexie`, `peers/rxdb`, …) into `folder` and serves them. */
export async function servePages(names: readonly string[], folder: string): Promise<Pages> {
  await build({
    configFile: false,
    root: bench,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      rolldownOptions: { input: names.map((name) => join(bench, `${name}.html`)) },
    },
  });
  const server = createServer(async ({ url = '/' }, response) => {
    const path = normalize(new URL(url, 'http://localhost').pathname);
    const body = await readFile(join(folder, path)).catch(() => null);
    response.writeHead(body ? 200 : 404, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server of the pages has no port');
  return address.port;
}
