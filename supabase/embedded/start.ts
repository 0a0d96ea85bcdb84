import { mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join, resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import { atMost } from './at-most.ts';
import { createBehindTheAnswer } from './auth/behind-the-answer.ts';
import { createOpenSessions } from './auth/open-sessions.ts';
import { endSessionsOfOtherSecrets } from './auth/replaced-secrets.ts';
import { createSessionGuards } from './auth/session-guards.ts';
import type { Backend, BackendOptions } from './backend-options.ts';
import { refuseHalfRestored } from './backup/restore.ts';
import { upgrade } from './backup/upgrade.ts';
import { lockFolder } from './folder-lock.ts';
import { loadFunctions } from './functions.ts';
import { createApiRoutes } from './http/api-routes.ts';
import { createCallerAddress, createProxyCheck, localProxies } from './http/caller-address.ts';
import { createCors } from './http/cors.ts';
import { closeToProxies } from './http/forgotten-proxy.ts';
import { createFrontServer } from './http/front-server.ts';
import { createHealthCheck } from './http/health.ts';
import { listen } from './http/listen.ts';
import { createPace } from './http/pace.ts';
import { defaultAuthLimits } from './http/rate-limit.ts';
import { createMemoryLimiter, createSharedLimiter } from './http/rate-limiter.ts';
import { createStaticApp } from './http/static-app.ts';
import { createUnderWay } from './http/under-way.ts';
import { startMailApi } from './mail/mail-api.ts';
import { createMailQueue } from './mail/mail-queue.ts';
import { type Database, openEmbedded, openExternal } from './postgres/database.ts';
import { defaultGarbageSchedule, scheduleGarbageCollection } from './postgres/garbage.ts';
import { readReach } from './reach.ts';
import { createRealtime } from './realtime/realtime.ts';
import { openRealtimeConnections } from './realtime/realtime-connections.ts';
import { prepareAnswerSize } from './rest/answer-size.ts';
import { createApiConnection } from './rest/api-connection.ts';
import { createApiLibrary } from './rest/api-library.ts';
import { openCallLanes } from './rest/call-lanes.ts';
import { createRemoteCalls } from './rest/remote-calls.ts';
import { readRequestSettings } from './rest/request-settings.ts';
import { loadSecrets, type Secrets } from './secrets.ts';

/**
 * Starts the whole backend in this process: database, table API, auth, realtime, functions and the app on one port.
 * Throws FolderInUse, HalfRestored, UnsafeSecrets, UnsafeDatabase, UpgradeNotStarted, MigrationChanged, or an error
 * that says what to do. Nothing is left running then, unless the database does not answer.
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const undo: Undo = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return await assemble(options, undo, stop);
  } catch (error) {
    // The error may be that the database does not answer. Then it does not stop either.
    await atMost(10_000, stop());
    throw error;
  }
}

/** The steps that end what was begun, in the order in which it was begun. */
type Undo = (() => Promise<void> | void)[];

async function assemble(options: BackendOptions, undo: Undo, stop: () => Promise<void>): Promise<Backend> {
  const { log, host = '127.0.0.1' } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  undo.push(lockFolder(dataDir));
  refuseHalfRestored(dataDir);
  const secrets = await loadSecrets(dataDir);

  const { database, sql } = await prepareDatabase(options, dataDir, secrets, undo);

  // Listening comes first, because links in mails hold the port. Early requests wait.
  const addressFactor = options.addressFactor ?? 1;
  const proxies = options.publicUrl === undefined ? null : (options.trustedProxies ?? localProxies);
  const http = await listen(options.port, host, { addressFactor, isProxy: createProxyCheck(proxies) });
  undo.push(http.stop);
  const reach = readReach(options, dataDir, http.port, secrets);
  const { ownUrl, siteUrl, mail, outbox, outboxPage, confirmByMail } = reach;

  const requestSettings = await readRequestSettings(sql);
  await prepareAnswerSize(sql);
  const connection = createApiConnection({ ...database.options('embedded_api', session), max: 10 }, requestSettings);
  undo.push(() => connection.close());
  const mailQueue = createMailQueue(mail, log);
  undo.push(mailQueue.finish);
  const library = await createApiLibrary({
    connection,
    secrets,
    mail: mailQueue,
    siteUrl,
    confirmByMail,
    providers: options.providers ?? {},
    tokenLifetime: options.tokenLifetime ?? 3600,
    log,
  });
  const lanes = openCallLanes(database, { search_path: 'public, extensions', ...session });
  undo.push(lanes.stop);
  const callRemote = await createRemoteCalls(lanes, requestSettings);

  const callerAddress = createCallerAddress(proxies);
  const isOpenSession = createOpenSessions(sql);
  const connections = openRealtimeConnections(database);
  undo.push(connections.stop);
  const health = database.connect('supabase_admin', { max: 1 });
  undo.push(() => health.end({ timeout: 1 }));
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

  const behind = createBehindTheAnswer(log);
  undo.push(behind.finish);
  const routes = createApiRoutes({
    library,
    sql,
    behind,
    log,
    isOpenSession,
    sessionGuards: createSessionGuards({ sql, secrets, mail, mailLater: mailQueue, siteUrl, confirmByMail }),
    callRemote,
    functions,
    secrets,
    authLimits: { ...defaultAuthLimits, ...options.authLimits },
    limiter: options.databaseUrl === undefined ? createMemoryLimiter() : await createSharedLimiter(sql),
    callerAddress,
  });
  const realtime = await createRealtime({ connections, callerAddress, addressFactor, secrets, isOpenSession, log });
  // Requests under way use all of the above, so they end first. The port is free when the sockets have ended, too.
  undo.push(async () => void (await Promise.all([http.stop(), realtime.stop()])));
  const listeners = {
    answer: createFrontServer({
      ...routes,
      app: createStaticApp(options.appDir ?? join(dataDir, 'no-app')),
      cors: createCors(options.corsOrigins ?? []),
      publicUrl: reach.publicUrl,
      keepsMails: outbox !== null,
      secrets,
      callerAddress,
      underWay: createUnderWay(addressFactor),
      pace: createPace(addressFactor),
      outbox: outboxPage,
      checkHealth: createHealthCheck(health),
      log,
    }),
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (request.url?.startsWith('/realtime/v1/websocket')) realtime.upgrade(request, socket, head);
      else socket.destroy();
    },
  };
  const { answer, upgrade: takeOver } = confirmByMail ? listeners : closeToProxies(listeners, log);
  http.open(answer, takeOver);
  undo.push(scheduleGarbageCollection(sql, outbox, log, options.garbageSchedule ?? defaultGarbageSchedule));
  log('backend.ready', { port: http.port, confirmByMail, functions: functions.size });
  return {
    url: ownUrl,
    publicUrl: siteUrl,
    outboxUrl: outboxPage && `${ownUrl}/outbox?key=${outboxPage.key}`,
    anonKey: secrets.publishableKey,
    serviceRoleKey: secrets.secretKey,
    sql,
    died: database.died,
    stop,
  };
}

/** Opens the database, brings it to the state that the app needs, and ends sessions of other secrets. */
async function prepareDatabase(options: BackendOptions, dataDir: string, secrets: Secrets, undo: Undo) {
  const database = await openDatabase(options, dataDir);
  undo.push(() => database.stop());
  const sql = database.connect('supabase_admin', { max: 6 });
  undo.push(() => sql.end({ timeout: 1 }));
  await database.refuseUnsafe(sql);
  const { migrationsDir, upgradeWithoutBackup: withoutBackup } = options;
  const { ran, backup } = await upgrade(sql, secrets, dataDir, {
    ...(migrationsDir === undefined ? {} : { migrationsDir }),
    ...(withoutBackup === undefined ? {} : { withoutBackup }),
  });
  await database.letRolesIn(sql);
  options.log('database.ready', { migrations: ran.length, backedUp: backup !== null });
  if (await endSessionsOfOtherSecrets(sql, secrets)) options.log('sessions.ended', { reason: 'secrets replaced' });
  return { database, sql };
}

/**
 * No statement of the auth service may hold a connection longer than this. A request's statements have the limits of
 * their role.
 */
const session = { statement_timeout: '60s', idle_in_transaction_session_timeout: '60s' };

function openDatabase(options: BackendOptions, dataDir: string): Promise<Database> | Database {
  if (options.databaseUrl !== undefined) return openExternal(options.databaseUrl);
  return openEmbedded(dataDir, options.databaseSettings);
}
