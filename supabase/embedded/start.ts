import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Sql } from 'postgres';
import { isLoopback } from './answers.ts';
import { createApiConnection } from './api-connection.ts';
import { createApiLibrary } from './api-library.ts';
import { createApiRoutes } from './api-routes.ts';
import { createCallerAddress, localProxies } from './caller-address.ts';
import { createCors } from './cors.ts';
import { type Database, openEmbedded, openExternal } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import { createFrontServer } from './front-server.ts';
import { loadFunctions } from './functions.ts';
import { defaultGarbageSchedule, type GarbageSchedule, scheduleGarbageCollection } from './garbage.ts';
import { listen } from './listen.ts';
import type { Log } from './log.ts';
import { createOutbox, createSmtpSender, type MailSender, type Outbox } from './mail.ts';
import { startMailApi } from './mail-api.ts';
import { outboxKey } from './outbox-page.ts';
import type { Providers } from './providers.ts';
import { type AuthLimits, createRateLimiter, defaultAuthLimits } from './rate-limit.ts';
import { createRealtime } from './realtime.ts';
import { createRemoteCalls } from './remote-calls.ts';
import { refuseHalfRestored } from './restore.ts';
import { loadSecrets } from './secrets.ts';
import { createStaticApp } from './static-app.ts';
import { upgrade } from './upgrade.ts';

export type BackendOptions = {
  /** Everything this install keeps, in one folder. */
  dataDir: string;
  /** 0 takes any free port. */
  port: number;
  host?: string;
  /** The built app; without it only the API is served. */
  appDir?: string;
  /** The address that browsers use, when a proxy stands in front: https://money.example.org */
  publicUrl?: string;
  /** Addresses and networks of the proxies in front, comma between, when they are not on this machine. */
  trustedProxies?: string;
  /** A PostgreSQL of one's own, as a superuser, instead of the embedded one. */
  databaseUrl?: string;
  /** nodemailer's URL of a mail server; without it mails go to the outbox folder. */
  smtpUrl?: string;
  mailFrom?: string;
  /** Third-party sign-in. */
  providers?: Providers;
  /** Origins other than the app's own that may call the API from a browser. */
  corsOrigins?: string[];
  authLimits?: Partial<AuthLimits>;
  /** Seconds that an access token is good for. */
  tokenLifetime?: number;
  /** Server settings of the embedded PostgreSQL, for example `{ fsync: 'off' }` for throw-away data. */
  databaseSettings?: Record<string, string>;
  garbageSchedule?: GarbageSchedule;
  /** Folders of migrations and of edge functions, when not ours. */
  migrationsDir?: string;
  functionsDir?: string;
  log: Log;
};

export type Backend = {
  /** Where it listens, without a slash at the end. */
  url: string;
  /** Where browsers find it: the same, or the address of the proxy in front. */
  publicUrl: string;
  /** The page with the mails of an install without a mail server, for its owner alone; null when there is none. */
  outboxUrl: string | null;
  anonKey: string;
  serviceRoleKey: string;
  /** A superuser's connection: for tests and maintenance. */
  sql: Sql;
  /** Resolves with a sentence when the database ended by itself and nothing works any more. */
  died: Promise<string>;
  stop(): Promise<void>;
};

/**
 * Starts the whole backend in this process: database, table API, auth, realtime, functions and the app on one port.
 * Throws FolderInUse, HalfRestored, UnsafeSecrets, MigrationChanged, or an error that says what to do; nothing is left running then.
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return await assemble(options, undo, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function assemble(
  options: BackendOptions,
  undo: (() => Promise<void> | void)[],
  stop: () => Promise<void>,
): Promise<Backend> {
  const { log, host = '127.0.0.1' } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  undo.push(lockFolder(dataDir));
  refuseHalfRestored(dataDir);
  const secrets = await loadSecrets(dataDir);

  const database = await openDatabase(options, dataDir);
  undo.push(() => database.stop());
  const sql = database.connect('supabase_admin', { max: 6 });
  undo.push(() => sql.end({ timeout: 1 }));
  const { ran, backup } = await upgrade(sql, secrets, dataDir, options.migrationsDir);
  log('database.ready', { migrations: ran.length, backedUp: backup !== null });

  // Listening comes first, for the port is part of the links in mails; early requests wait.
  const http = await listen(options.port, host);
  undo.push(http.stop);
  const { ownUrl, publicUrl, siteUrl } = addressesOf(options, host, http.port);
  const { mail, outbox } = chooseMail(options, dataDir);
  const isLocalOnly = isLoopback(host) && isLoopback(new URL(siteUrl).hostname);
  // A proxy on this machine looks like its owner, so the page is for a backend that nobody else is meant to reach.
  const shownOutbox =
    isLoopback(host) && publicUrl === null && outbox ? { mails: outbox, key: outboxKey(secrets) } : null;
  const confirmByMail = !(isLocalOnly && outbox !== null);

  const connection = createApiConnection({ ...database.options('embedded_api', session), max: 10 });
  undo.push(() => connection.close());
  const library = await createApiLibrary({
    connection,
    secrets,
    mail,
    siteUrl,
    confirmByMail,
    providers: options.providers ?? {},
    tokenLifetime: options.tokenLifetime ?? 3600,
    log,
  });
  const calls = database.connect('authenticator', { max: 12 }, { search_path: 'public, extensions', ...session });
  undo.push(() => calls.end({ timeout: 1 }));
  const callRemote = await createRemoteCalls(calls);

  const replication = database.connect('supabase_admin', { max: 1, publications: 'supabase_realtime' });
  const realtime = await createRealtime({ superuser: sql, replication, secrets, log });
  undo.push(() => realtime.stop());
  const mailApi = await startMailApi(mail, log);
  undo.push(() => mailApi.stop());
  const functionEnv = {
    SUPABASE_URL: ownUrl,
    SUPABASE_ANON_KEY: secrets.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: secrets.secretKey,
    SITE_URL: siteUrl,
    MAIL_API_URL: mailApi.url,
    MAIL_API_KEY: mailApi.key,
  };
  const functions = await loadFunctions(functionEnv, options.functionsDir);

  const routes = createApiRoutes({
    library,
    callRemote,
    functions,
    secrets,
    authLimits: { ...defaultAuthLimits, ...options.authLimits },
    limiter: createRateLimiter(),
    callerAddress: createCallerAddress(publicUrl === null ? null : (options.trustedProxies ?? localProxies)),
  });
  http.open(
    createFrontServer({
      ...routes,
      app: createStaticApp(options.appDir ?? join(dataDir, 'no-app')),
      cors: createCors(options.corsOrigins ?? []),
      publicUrl,
      publishableKey: secrets.publishableKey,
      outbox: shownOutbox,
      checkHealth: async () => {
        await sql`select 1`;
      },
      log,
    }),
    (request, socket, head) => {
      if (request.url?.startsWith('/realtime/v1/websocket')) realtime.upgrade(request, socket, head);
      else socket.destroy();
    },
  );
  undo.push(scheduleGarbageCollection(sql, log, options.garbageSchedule ?? defaultGarbageSchedule));
  log('backend.ready', { port: http.port, confirmByMail, functions: functions.size });
  return {
    url: ownUrl,
    publicUrl: siteUrl,
    outboxUrl: shownOutbox && `${ownUrl}/outbox?key=${shownOutbox.key}`,
    anonKey: secrets.publishableKey,
    serviceRoleKey: secrets.secretKey,
    sql,
    died: database.died,
    stop,
  };
}

/** No statement of a client may hold a connection for longer. */
const session = { statement_timeout: '60s', idle_in_transaction_session_timeout: '60s' };

/** None ends in a slash. `siteUrl` is where links in mails lead. */
function addressesOf(options: BackendOptions, host: string, port: number) {
  const ownUrl = `http://${isLoopback(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;
  const publicUrl = options.publicUrl?.replace(/\/$/, '') ?? null;
  return { ownUrl, publicUrl, siteUrl: publicUrl ?? ownUrl };
}

function openDatabase(options: BackendOptions, dataDir: string): Promise<Database> | Database {
  if (options.databaseUrl !== undefined) return openExternal(options.databaseUrl);
  return openEmbedded(dataDir, options.databaseSettings);
}

function chooseMail(options: BackendOptions, dataDir: string): { mail: MailSender; outbox: Outbox | null } {
  if (options.smtpUrl !== undefined) {
    return {
      mail: createSmtpSender(options.smtpUrl, options.mailFrom ?? 'Carryover <no-reply@localhost>'),
      outbox: null,
    };
  }
  const outbox = createOutbox(join(dataDir, 'outbox'));
  return { mail: outbox, outbox };
}
