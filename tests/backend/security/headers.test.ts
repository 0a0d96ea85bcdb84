/**
 * The headers of every response, and the content of the built app. No path may lack a header, and no file may hold a
 * secret.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSecrets } from '../../../supabase/embedded/secrets.ts';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import { appDir } from '../../support/built-app.ts';

const sourceDir = fileURLToPath(new URL('../../../src', import.meta.url));

let backend: TestBackend;
let files: string[];

beforeAll(async () => {
  buildApart();
  backend = await startTestBackend({ appDir });
  files = readdirSync(appDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}, 120_000);
afterAll(() => backend.stop());

/** Builds in a process of its own, because the tests' environment would make a development build. */
function buildApart(): void {
  const module = JSON.stringify(new URL('../../support/built-app.ts', import.meta.url).href);
  const script = `import build from ${module}; await build();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env: { PATH: process.env.PATH } });
}

const get = (path: string, init: RequestInit = {}) => fetch(backend.url + path, { redirect: 'manual', ...init });
const page = { headers: { accept: 'text/html' } };

/** The directives of a Content-Security-Policy by their names. */
function directives(policy: string | null): Record<string, string[]> {
  const parts = (policy ?? '').split(';').map((part) => part.trim().split(/\s+/));
  return Object.fromEntries(parts.map(([name = '', ...sources]) => [name, sources]));
}

const answers: [path: string, status: number, init: RequestInit][] = [
  ['/', 200, page],
  ['/auth', 200, page],
  ['/auth/callback?code=x', 200, page],
  ['/settings?tab=manageAccess', 200, page],
  ['/account/1', 200, page],
  ['/no/such/page', 200, page],
  ['/index.html', 200, {}],
  ['/service-worker.js', 200, {}],
  ['/manifest.webmanifest', 200, {}],
  ['/assets/none.js', 404, {}],
  ['/none.png', 404, {}],
  ['/', 405, { method: 'POST' }],
  ['/outbox', 404, page],
  ['/config.json', 200, {}],
  ['/healthz', 200, {}],
  ['/rest/v1/accounts', 401, {}],
  ['/rest/v1/%61ccounts', 400, {}],
  ['/rest/v1/rpc/none', 401, { method: 'POST' }],
  ['/auth/v1/settings', 401, {}],
  ['/auth/v1/authorize?provider=google', 400, {}],
  ['/auth/v1/signup', 401, { method: 'POST', body: 'x' }],
  ['/functions/v1/none', 404, { method: 'POST' }],
];

function expectGuarded({ headers }: Response): void {
  const policy = directives(headers.get('content-security-policy'));
  expect(policy['script-src'] ?? policy['default-src']).toSatisfy(
    (sources: string[]) => sources.length === 1 && ["'self'", "'none'"].includes(sources[0] ?? ''),
  );
  expect(policy['object-src'] ?? policy['default-src']).toEqual(["'none'"]);
  expect(policy['base-uri']).toEqual(["'none'"]);
  expect(policy['frame-ancestors']).toEqual(["'none'"]);
  expect(policy['form-action']?.join()).toMatch(/^'(self|none)'$/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('access-control-allow-origin')).toBeNull();
}

describe('no script but the app’s own, no frame around it, and no word of it elsewhere:', () => {
  test.each(answers)('%s, answered with %i', async (path, status, init) => {
    const answer = await get(path, init);
    expect(answer.status).toBe(status);
    expectGuarded(answer);
  });

  test('a refusal of what is too large', async () => {
    const headers = { apikey: backend.anonKey };
    const answer = await get('/auth/v1/signup', { method: 'POST', headers, body: 'x'.repeat(70_000) });
    expect(answer.status).toBe(413);
    expectGuarded(answer);
  });

  test('the page that shows mails, to which not even the app’s own scripts may be added', async () => {
    const answer = await fetch(backend.outboxUrl ?? '', page);
    expect(answer.status).toBe(200);
    expectGuarded(answer);
    expect(directives(answer.headers.get('content-security-policy'))['default-src']).toEqual(["'none'"]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

test('every file of the build has them too', async () => {
  for (const file of files) {
    const answer = await get(file.slice(appDir.length));
    expect(answer.status, file).toBe(200);
    expect(answer.headers.get('content-security-policy'), file).toContain("script-src 'self';");
    expect(answer.headers.get('x-content-type-options'), file).toBe('nosniff');
  }
});

test('the page itself has no inline script, no handler in an attribute, and nothing from elsewhere', async () => {
  const html = await (await get('/', page)).text();
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
  expect(scripts.length).toBeGreaterThan(0);
  for (const [, attributes, content] of scripts) {
    expect(attributes).toMatch(/src="\/[^/]/);
    expect(content?.trim()).toBe('');
  }
  expect(html).not.toMatch(/\son\w+=|javascript:|(src|href)="(https?:)?\/\//);
});

describe('the built app', () => {
  const read = () => files.map((file) => [file, readFileSync(file, 'latin1')] as const);

  test('holds no secret of this install and none that looks like one', async () => {
    const { jwtSecret, secretKey } = await loadSecrets(backend.dataDir);
    for (const [file, text] of read()) {
      for (const secret of [jwtSecret, secretKey]) expect(text.includes(secret), file).toBe(false);
      // A JWT, the service key of a hosted project, a private key, or a password in an address.
      expect(text, file).not.toMatch(
        /eyJ[\w-]{10,}\.eyJ|sb_secret_|service_role|-----BEGIN|:\/\/[^/\s"'`]+:[^/\s"'`@]+@/,
      );
    }
  });

  test('has no source maps and names no folder of the machine that built it', () => {
    for (const [file, text] of read()) {
      expect(file).not.toMatch(/\.map$/);
      expect(text, file).not.toMatch(/sourceMappingURL=(?!data:)|\/node_modules\/\.|\/home\/|\/Users\//);
    }
  });

  test('never turns text into code or elements', () => {
    const scripts = read().filter(([file]) => file.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(3);
    for (const [file, text] of scripts) expect(text, file).not.toMatch(/\beval\(|new Function\(/);
    // Only our own code could ask libraries to do something with HTML.
    const names = readdirSync(sourceDir, { recursive: true, encoding: 'utf8' });
    const sources = names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
    expect(sources.length).toBeGreaterThan(100);
    for (const name of sources) {
      const text = readFileSync(join(sourceDir, name), 'utf8');
      expect(text, name).not.toMatch(/innerHTML|document\.write|insertAdjacentHTML/i);
    }
  });
});
