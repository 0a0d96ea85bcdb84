/**
 * `npm start` runs everything in one process, on one port, with its data in one folder.
 *
 * Environment:
 * - PORT (4321), HOST (127.0.0.1), DATA_DIR (.data), PUBLIC_URL, TRUSTED_PROXIES, DATABASE_URL, SMTP_URL, MAIL_FROM
 * - GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET (third-party sign-in), GITHUB_URL
 * - CORS_ORIGINS (comma-separated)
 * - APP_DIR (a built app to serve unchanged)
 * - AUTH_LIMIT_FACTOR (1): multiplies how often one address may try to sign in and the like, and how many connections
 *   and requests it may have at once
 * - UPGRADE_WITHOUT_BACKUP (what a start asks for whose backup before an upgrade failed)
 * - LOG (`off` for none)
 */
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { askedToStop } from './asked-to-stop.ts';
import { readProviders } from './auth/providers.ts';
import type { Backend, BackendOptions } from './backend-options.ts';
import { buildApp } from './build-app.ts';
import { collectAtRest } from './collect-at-rest.ts';
import { commandFailed } from './command-failed.ts';
import { givenSettings, readEnvironment } from './environment.ts';
import { FolderInUse } from './folder-lock.ts';
import { scaleLimits } from './http/rate-limit.ts';
import { createLog } from './log.ts';
import { outliveLostConnections } from './postgres/lost-connections.ts';
import { startBackend } from './start.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Milliseconds to end in order after the database has ended by itself: requests under way wait for it for ever. */
const LAST_STEPS_MS = 2_000;
/** How long a start waits for a Carryover that is ending. */
const FOLDER_MS = 5000;

collectAtRest();
const stopping = askedToStop();
// While it starts, the process ends at once. PostgreSQL then ends by itself, and a build gets the signal before.
const endEarly = () => setImmediate(() => process.exit(0));
if (stopping.aborted) endEarly();
stopping.addEventListener('abort', endEarly);

try {
  const backend = await start();
  const mails = backend.outboxUrl === null ? '' : `  Mails wait at ${backend.outboxUrl}\n`;
  say(`\n  Carryover is open at ${backend.publicUrl}\n${mails}  Stop it with Ctrl-C.\n`);
  stopping.removeEventListener('abort', endEarly);
  stopWhenAsked(backend);
} catch (error) {
  if (!stopping.aborted) commandFailed(error);
}

async function start(): Promise<Backend> {
  const env = readEnvironment();
  const log = env.LOG === 'off' ? () => {} : createLog((line) => process.stderr.write(line));
  outliveLostConnections(log);
  const appDir = env.APP_DIR ?? (await buildApp(root, say, stopping));
  return startWhenFree({
    dataDir: env.DATA_DIR,
    port: env.PORT,
    host: env.HOST,
    appDir,
    authLimits: scaleLimits(env.AUTH_LIMIT_FACTOR),
    addressFactor: env.AUTH_LIMIT_FACTOR,
    providers: readProviders(givenSettings()),
    corsOrigins: env.CORS_ORIGINS.split(',').filter((origin) => origin !== ''),
    log,
    ...(env.PUBLIC_URL === undefined ? {} : { publicUrl: env.PUBLIC_URL }),
    ...(env.TRUSTED_PROXIES === undefined ? {} : { trustedProxies: env.TRUSTED_PROXIES }),
    ...(env.DATABASE_URL === undefined ? {} : { databaseUrl: env.DATABASE_URL }),
    ...(env.SMTP_URL === undefined ? {} : { smtpUrl: env.SMTP_URL }),
    ...(env.MAIL_FROM === undefined ? {} : { mailFrom: env.MAIL_FROM }),
    ...(env.UPGRADE_WITHOUT_BACKUP === undefined ? {} : { upgradeWithoutBackup: env.UPGRADE_WITHOUT_BACKUP }),
  });
}

/** A Carryover that is ending gives its folder back within seconds. One that goes on never does. */
async function startWhenFree(options: BackendOptions): Promise<Backend> {
  for (const end = performance.now() + FOLDER_MS; ; await delay(100)) {
    try {
      return await startBackend(options);
    } catch (error) {
      if (!(error instanceof FolderInUse) || performance.now() > end) throw error;
    }
  }
}

function stopWhenAsked(backend: Backend): void {
  const asked = Promise.withResolvers<null>();
  if (stopping.aborted) asked.resolve(null);
  stopping.addEventListener('abort', () => asked.resolve(null));
  void Promise.race([asked.promise, backend.died]).then(async (problem) => {
    if (problem !== null) {
      process.stderr.write(`${problem}\n`);
      setTimeout(() => process.exit(1), LAST_STEPS_MS).unref();
    }
    await backend.stop();
    process.exit(problem === null ? 0 : 1);
  });
}
